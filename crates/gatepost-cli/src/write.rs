//! Replaces files whole: readers see the old file or the new one, never half of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::input;

/// Writes a file, whether it exists or not.
pub(crate) fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(file, bytes)
        .map_err(|error| Failure::new(format_args!("cannot write {}: {error}", input::name(file))))
}

/// Replaces a file, unless it has changed since it was read.
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

/// Replaces a file if its bytes differ; for standard input, writes to standard output.
pub(crate) fn over_or_out(file: &Path, read: &[u8], bytes: &[u8]) -> Result<(), Failure> {
    if input::is_stdin(file) {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        return Ok(stdout.flush()?);
    }
    if read == bytes { Ok(()) } else { write_over(file, read, bytes) }
}

/// Writes a new file beside the old one and renames it over that.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays, and the file that it points at is replaced.
    let file = match fs::canonicalize(file) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_owned(),
        Err(error) => return Err(error),
    };
    let old = fs::metadata(&file).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    // A rename would succeed, but a file that is write-protected must stay as it is.
    if let Some(old) = &old {
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        File::options().write(true).open(&file)?;
    }
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut new = beside(folder)?;
    new.write_all(bytes)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(&file)?;
    Ok(())
}

/// Creates a file that is removed unless it is renamed, with the permissions of any new file.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let create = |path: &Path| File::options().write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(".gatepost-").suffix(".tmp").make_in(folder, create)
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

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [file, link, new] = ["robots.txt", "link", "new"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("robots.txt", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o640);
        // A new file has the permissions that any other program gives it.
        write_whole(&new, b"").unwrap();
        fs::write(folder.path().join("other"), b"").unwrap();
        assert_eq!(mode(&new), mode(&folder.path().join("other")));
    }
}
