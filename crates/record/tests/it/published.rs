//! Each document names its schema.

use narrows_record::published;

#[test]
fn a_schema_pins_the_name_of_its_document() {
    for (name, schema) in published() {
        assert_eq!(schema["properties"]["schema"]["const"], name);
    }
}
