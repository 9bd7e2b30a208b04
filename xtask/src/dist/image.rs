//! An image for containers as a file, which podman, buildah, skopeo and docker load: the binary and nothing else, as
//! `packaging/Containerfile` makes it. Written here, because image builders put the time of day into images.
//!
//! The file is an archive of an image layout (OCI image specification 1.1, "Image Layout", "Image Manifest" and "Image
//! Configuration"), with the list beside it that docker looks for (moby, image/spec v1.2, `manifest.json`).

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::archive::{packed, tarred};
use super::beside::sum;
use super::binary::TargetProcessor;
use super::release::Release;
use crate::Fallible;

const PROGRAM: &str = "usr/bin/narrows";

/// `narrows-0.1.0-x86_64-image.tar`.
pub fn write(release: &Release, processor: TargetProcessor, binary: &Path) -> Fallible {
    let name = format!("narrows:{}", release.version);
    let image = image(&name, processor, &fs::read(binary)?, release.epoch)?;
    Ok(fs::write(release.file(&format!("{}-image.tar", processor.name())), image)?)
}

fn image(name: &str, processor: TargetProcessor, binary: &[u8], epoch: u64) -> Fallible<Vec<u8>> {
    let unpacked = tarred([(PROGRAM.to_owned(), binary, true)].into_iter(), epoch)?;
    let layer = Blob::new("layer.v1.tar+gzip", packed(&unpacked)?);
    // The configuration names the layer by the digest of its unpacked bytes, the manifest by that
    // of the packed ones.
    let config = json!({
        "architecture": architecture(processor),
        "os": "linux",
        "config": { "Entrypoint": [format!("/{PROGRAM}")] },
        "rootfs": { "type": "layers", "diff_ids": [digest(&unpacked)] },
    });
    let config = Blob::new("config.v1+json", bytes(&config)?);
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": media("manifest.v1+json"),
        "config": config.described(),
        "layers": [layer.described()],
    });
    let manifest = Blob::new("manifest.v1+json", bytes(&manifest)?);
    let mut described = manifest.described();
    described["annotations"] = json!({ "org.opencontainers.image.ref.name": name });
    let index = json!({
        "schemaVersion": 2,
        "mediaType": media("index.v1+json"),
        "manifests": [described],
    });
    let for_docker =
        json!([{ "Config": config.path(), "RepoTags": [name], "Layers": [layer.path()] }]);
    let mut files = vec![
        ("oci-layout".to_owned(), bytes(&json!({ "imageLayoutVersion": "1.0.0" }))?),
        ("index.json".to_owned(), bytes(&index)?),
        ("manifest.json".to_owned(), bytes(&for_docker)?),
    ];
    files.extend([layer, config, manifest].map(|blob| (blob.path(), blob.bytes)));
    tarred(files.iter().map(|(name, bytes)| (name.clone(), &bytes[..], false)), epoch)
}

/// The specification's name of a processor is that of the language Go.
fn architecture(processor: TargetProcessor) -> &'static str {
    match processor {
        TargetProcessor::X86_64 => "amd64",
        TargetProcessor::Aarch64 => "arm64",
    }
}

/// A part of the image, which others name by its digest.
struct Blob {
    media: String,
    bytes: Vec<u8>,
}

impl Blob {
    fn new(kind: &str, bytes: Vec<u8>) -> Self {
        Self { media: media(kind), bytes }
    }

    fn path(&self) -> String {
        format!("blobs/sha256/{}", sum(&self.bytes))
    }

    fn described(&self) -> Value {
        let size = self.bytes.len();
        json!({ "mediaType": self.media, "digest": digest(&self.bytes), "size": size })
    }
}

fn media(kind: &str) -> String {
    format!("application/vnd.oci.image.{kind}")
}

fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", sum(bytes))
}

fn bytes(document: &Value) -> Fallible<Vec<u8>> {
    Ok(serde_json::to_vec_pretty(document)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use super::*;

    fn files(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
        let mut archive = tar::Archive::new(archive);
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.path().unwrap().display().to_string(), bytes)
        });
        entries.collect()
    }

    #[test]
    fn every_digest_is_that_of_the_part_it_names_and_the_binary_is_in_the_layer() {
        let made =
            || image("narrows:1", TargetProcessor::Aarch64, b"program", 1_700_000_000).unwrap();
        let image = files(&made());
        assert_eq!(image, files(&made()));
        let part = |described: &Value| {
            let digest = described["digest"].as_str().unwrap();
            let bytes = &image[&format!("blobs/{}", digest.replace(':', "/"))];
            assert_eq!(super::digest(bytes), digest);
            assert_eq!(described["size"], bytes.len());
            bytes.as_slice()
        };
        let index: Value = serde_json::from_slice(&image["index.json"]).unwrap();
        let manifest: Value = serde_json::from_slice(part(&index["manifests"][0])).unwrap();
        let config: Value = serde_json::from_slice(part(&manifest["config"])).unwrap();
        assert_eq!(config["architecture"], "arm64");
        let mut unpacked = Vec::new();
        let layer = part(&manifest["layers"][0]);
        flate2::read::GzDecoder::new(layer).read_to_end(&mut unpacked).unwrap();
        assert_eq!(config["rootfs"]["diff_ids"][0], digest(&unpacked));
        assert_eq!(files(&unpacked)["usr/bin/narrows"], b"program");
        let docker: Value = serde_json::from_slice(&image["manifest.json"]).unwrap();
        for named in [&docker[0]["Config"], &docker[0]["Layers"][0]] {
            assert!(image.contains_key(named.as_str().unwrap()), "{named}");
        }
    }
}
