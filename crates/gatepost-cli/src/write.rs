//! Files that are replaced whole: there is the old one or the new one, and never half of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::input;

/// Writes a file, whether it is there or not.
pub(crate) fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(file, bytes)
        .map_err(|error| Failure::new(format_args!("cannot write {}: {error}", input::name(file))))
}

/// Replaces a file, unless it is no longer what was read from it.
fn write_over(file: &Path, read: &[u8], bytes: &[u8]) -> Result<(), Failure> {
    if input::read(file)? != read {
        return Err(Failure::new(format_args!(
            "{} was not written: it has changed since it was read",
            input::name(file)
        ))
        .help("run it again"));
    }
    write_whole(file, bytes)
}

/// Replaces a file, where there is something else to write; standard input goes to standard output.
pub(crate) fn over_or_out(file: &Path, read: &[u8], bytes: &[u8]) -> Result<(), Failure> {
    if input::is_stdin(file) {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        return Ok(stdout.flush()?);
    }
    if read == bytes { Ok(()) } else { write_over(file, read, bytes) }
}

/// Writes beside the file, and then moves that over it.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays, and what it points at is replaced.
    let file = match fs::canonicalize(file) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_owned(),
        Err(error) => return Err(error),
    };
    let old = fs::metadata(&file).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    // Another file could be put in its place all the same, and is not: it is kept from being changed.
    if let Some(old) = &old {
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        File::options().write(true).open(&file)?;
    }
    let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside: PathBuf = file.with_file_name(beside);
    let mut new = File::options().write(true).create_new(true).open(&beside)?;
    let written = (|| {
        new.write_all(bytes)?;
        if let Some(old) = old {
            new.set_permissions(old.permissions())?;
        }
        new.sync_all()?;
        fs::rename(&beside, &file)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_since_is_not_overwritten() {
        let folder = std::env::temp_dir().join(format!("gatepost-write-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("robots.txt");
        fs::write(&file, "now").unwrap();
        let failure = write_over(&file, b"then", b"new").unwrap_err();
        assert!(failure.what().ends_with("it has changed since it was read"));
        assert_eq!(fs::read(&file).unwrap(), b"now");
        write_over(&file, b"now", b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
