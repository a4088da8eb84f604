//! Defines the engines and how to ask them.
//!
//! An engine in Rust implements [`Engine`], in a file of its own, and runs in this process. Engines
//! of Python and npm have drivers in `conformance/runner/drivers/`, which run in their own
//! interpreter and time themselves (`script.rs`). A group of measurements sees both as a [`Peer`].
//! `conformance/runner/src/peers.rs` has their versions.

mod cylon;
mod gatepost;
mod native;
mod robotparser;
mod robotstxt;
mod robotxt;
mod script;
mod texting_robots;

use ::gatepost::Dialect;
use runner::Answer;
use url::Url;

use crate::clock::Effort;
use crate::questions::Question;

/// The description of an engine.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) version: String,
    /// The dialect that the engine claims to follow, and against which its answers are checked.
    pub(crate) claims: Dialect,
    /// How the bench uses the engine.
    pub(crate) best_use: &'static str,
    /// The engine's read limit in bytes.
    pub(crate) reads: usize,
}

/// An engine in Rust, created for one crawler.
pub(crate) trait Engine: Sized {
    const NAME: &'static str;
    const BEST_USE: &'static str;
    const CLAIMS: Dialect = Dialect::RFC9309;
    const READS: usize = usize::MAX;

    /// A parsed file.
    type Parsed<'o>;
    /// A file that is ready for many questions.
    type Prepared<'p>;

    /// Does the work that a crawler does once, when it starts.
    fn new(crawler: &str) -> Self;

    /// Parses a file.
    fn parse<'o>(&self, bytes: &'o [u8]) -> Result<Self::Parsed<'o>, String>;

    /// Prepares a parsed file for many questions.
    fn prepare<'p>(&'p self, parsed: &'p Self::Parsed<'_>) -> Self::Prepared<'p>;

    /// Returns `true` if the crawler may fetch a URL, in the form that suits the engine best.
    fn ask(&self, prepared: &Self::Prepared<'_>, question: &Question) -> bool;

    /// Returns `true` if the crawler may fetch an absolute URL, given as text.
    fn ask_url(&self, prepared: &Self::Prepared<'_>, url: &str) -> Result<bool, String>;

    /// Answers one question in the fastest way, which may differ from that for many questions.
    fn once(&self, bytes: &[u8], question: &Question) -> Result<bool, String> {
        let parsed = self.parse(bytes)?;
        let prepared = self.prepare(&parsed);
        Ok(self.ask(&prepared, question))
    }
}

/// The form in which a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Path and query, or the form that suits the engine best.
    Best,
    /// An absolute URL as text.
    Url,
}

/// The work to do with each file of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Parse it.
    Parse,
    /// Parse it, and prepare it for many questions.
    Ready,
    /// Parse it, and answer one question.
    Once,
}

/// Files, and a question for each if the work is [`Work::Once`].
pub(crate) struct Batch<'a> {
    pub(crate) crawler: &'a str,
    pub(crate) files: Vec<&'a [u8]>,
    pub(crate) questions: Vec<Question>,
}

/// The result of a batch.
pub(crate) struct BatchOutcome {
    /// The time of one pass over the files that the engine could handle, in nanoseconds.
    pub(crate) ns: f64,
    /// The answers, or for other work `Some` for a parsed file; `None` if the engine failed.
    pub(crate) answers: Vec<Option<bool>>,
}

/// The result of many questions about one file.
pub(crate) struct ManyOutcome {
    /// The time per question in nanoseconds.
    pub(crate) check_ns: f64,
    /// The answers; `None` if the engine failed.
    pub(crate) answers: Vec<Option<bool>>,
}

/// The memory that a file needs, without the file itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    pub(crate) parsed: usize,
    /// The additional bytes after preparing the file for one crawler.
    pub(crate) prepared: usize,
}

/// Counts the bytes that a value holds, with the allocator of `main.rs`.
pub(crate) type Count = fn(&mut dyn FnMut()) -> usize;

/// An engine of any language, as a group of measurements sees it.
pub(crate) trait Peer {
    fn about(&self) -> &About;

    fn batch(
        &mut self,
        work: Work,
        batch: &Batch<'_>,
        effort: Effort,
    ) -> Result<BatchOutcome, String>;

    fn many(
        &mut self,
        bytes: &[u8],
        crawler: &str,
        questions: &[Question],
        form: Form,
        effort: Effort,
    ) -> Result<ManyOutcome, String>;

    /// Answers questions about one file, without measuring anything.
    fn ask(&mut self, bytes: &[u8], questions: &[runner::Question]) -> Result<Vec<Answer>, String>;

    /// Measures the time to get ready for many questions, in nanoseconds.
    fn ready(&mut self, bytes: &[u8], crawler: &str, effort: Effort) -> Result<f64, String> {
        let batch = Batch { crawler, files: vec![bytes], questions: Vec::new() };
        Ok(self.batch(Work::Ready, &batch, effort)?.ns)
    }

    /// Measures the memory of a file; `None` if that is not possible or the engine fails.
    fn memory(&mut self, bytes: &[u8], crawler: &str, count: Count) -> Option<Bytes>;
}

/// The name of Gatepost with its default read limit.
pub(crate) const GATEPOST: &str = "gatepost";
/// The name of Gatepost without a read limit.
pub(crate) const GATEPOST_UNLIMITED: &str = "gatepost-unlimited";

/// The names of all engines, ours first.
pub(crate) const NAMES: [&str; 11] = [
    GATEPOST,
    GATEPOST_UNLIMITED,
    "texting_robots",
    "robotxt",
    "cylon",
    "robotparser",
    "robotstxt",
    "google-robotstxt",
    "protego",
    "python-urllib-3.11",
    "robots-parser",
];

/// Starts an engine, after installing the packages that its interpreter needs.
///
/// # Errors
///
/// This returns an error when its interpreter is missing, or its package cannot be installed.
pub(crate) fn start(name: &str) -> Result<Box<dyn Peer>, String> {
    use native::Native;
    Ok(match name {
        GATEPOST => Native::<gatepost::Gatepost>::boxed(),
        GATEPOST_UNLIMITED => Native::<gatepost::Unlimited>::boxed(),
        "texting_robots" => Native::<texting_robots::TextingRobots>::boxed(),
        "robotxt" => Native::<robotxt::Robotxt>::boxed(),
        "cylon" => Native::<cylon::Cylon>::boxed(),
        "robotparser" => Native::<robotparser::Robotparser>::boxed(),
        "robotstxt" => Native::<robotstxt::Robotstxt>::boxed(),
        "google-robotstxt" => script::start(
            name,
            Dialect::GOOGLE,
            "the C++ through jwm-robotstxt, whose calls pass through Python; reads the file each time",
        )?,
        "protego" => {
            script::start(name, Dialect::RFC9309, "`Protego.parse` once, then `can_fetch`")?
        }
        "python-urllib-3.11" => {
            script::start(name, Dialect::RFC9309, "`RobotFileParser.parse` once, then `can_fetch`")?
        }
        "robots-parser" => {
            script::start(name, Dialect::RFC9309, "`robotsParser` once, then `isAllowed`")?
        }
        _ => return Err(format!("unknown engine `{name}`; the engines are {}", NAMES.join(", "))),
    })
}

/// Parses a URL, for an engine that accepts only parsed ones.
fn parsed(url: &str) -> Result<Url, String> {
    Url::parse(url).map_err(|err| err.to_string())
}
