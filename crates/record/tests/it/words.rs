//! Sentences in documents: written in a language, read as ids and values.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Language, Localizer, Message};
use narrows_record::words::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Remark {
    about: String,
    text: DocumentText,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Document {
    schema: String,
    remarks: Vec<Remark>,
    by_name: BTreeMap<String, Vec<DocumentText>>,
    last: Option<DocumentText>,
}

fn link(node: &str) -> DocumentText {
    Message::new("limit-link").with("node", node).with("link", "PCIe 3.0 x4").into()
}

fn document() -> Document {
    let part = Message::new("limit-controller").with("id", "ahci");
    let whole = DocumentText::list("plan-between-sentences", [part.into(), link("n\"1")]);
    Document {
        schema: "narrows.test/1".to_owned(),
        remarks: vec![
            Remark { about: "a".to_owned(), text: link("nvme0") },
            Remark { about: "b".to_owned(), text: "plain".into() },
            Remark { about: "c".to_owned(), text: whole },
        ],
        by_name: BTreeMap::from([
            ("a/b~c \"d\"\n".to_owned(), vec![link("x"), link("y")]),
            (String::new(), vec![link("z")]),
        ]),
        last: Some(link("last")),
    }
}

fn written(document: &impl Serialize, language: Language) -> String {
    let bytes = to_vec_pretty(document, &Localizer::new(language)).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_document_reads_as_sentences_and_comes_back_as_it_was() {
    let own = document();
    for language in Language::ALL {
        let json = written(&own, language);
        let rendered = Localizer::new(language).text_of(&own.remarks[0].text);
        let value: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["remarks"][0]["text"], rendered);
        assert_eq!(value["words"]["/remarks/0/text"]["id"], "limit-link");
        assert!(value["words"].get("/by_name/a~1b~0c \"d\"\n/1").is_some(), "{json}");
        assert!(value["words"].get("/by_name//0").is_some(), "{json}");
        assert_eq!(value["words"].as_object().unwrap().len(), 6);
        assert_eq!(read::<Document>(json.as_bytes()).unwrap(), own);
        let mut compact = Vec::new();
        write_compact(&mut compact, &own, &Localizer::new(language)).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&compact).unwrap(), value);
    }
}

#[test]
fn what_was_read_is_written_in_another_language_as_if_it_were_made_there() {
    let japanese = written(&document(), Language::Japanese);
    let back: Document = read(japanese.as_bytes()).unwrap();
    assert_eq!(written(&back, Language::English), written(&document(), Language::English));
}

#[test]
fn a_document_without_sentences_is_written_as_it_is() {
    let plain = json!({"schema": "narrows.test/1", "remarks": [], "words of a drive": "words"});
    assert_eq!(written(&plain, Language::English), format!("{plain:#}"));
    assert_eq!(read::<Value>(plain.to_string().as_bytes()).unwrap(), plain);
}

/// Names come from drives and files, and `words` from whoever wrote the file.
#[test]
fn no_name_can_pose_as_a_sentence_and_no_pointer_leads_astray() {
    let forged = r#"{"id":"limit-link","values":{}}"#;
    let mut own = document();
    own.remarks = vec![Remark { about: forged.to_owned(), text: forged.into() }];
    let json = written(&own, Language::Japanese);
    assert_eq!(read::<Document>(json.as_bytes()).unwrap(), own);

    let sentence: Value = serde_json::from_str(forged).unwrap();
    let spoken: Document = {
        let mut value: Value = serde_json::from_str(&json).unwrap();
        value.as_object_mut().unwrap().remove("words");
        serde_json::from_value(value).unwrap()
    };
    let words_of_others = [
        json!({"/nowhere/0": sentence, "": sentence, "remarks": sentence, "/remarks": sentence}),
        json!({"/remarks/7/text": sentence, "/remarks/-1/text": sentence, "/last/x": sentence}),
        json!({"/last": {"id": "no-such-sentence", "values": {}}}),
        json!({"/last": {"id": "limit-link", "values": {"node": [1]}}}),
        json!({"/last": "text", "/by_name": null}),
        json!({"/schema": sentence}),
        json!([1, 2]),
        json!("words"),
        Value::Null,
    ];
    for words in words_of_others {
        let mut value = serde_json::to_value(&spoken).unwrap();
        value["words"] = words;
        let read: Document = read(value.to_string().as_bytes()).unwrap();
        assert_eq!(read, spoken, "{value:#}");
    }
    assert!(read::<Document>(br#"{"words": {}"#).is_err());
    assert!(read::<Document>(br#"["words"]"#).is_err());
}
