//! The engines: what each is, how it is asked, and which of them are here.
//!
//! An engine in Rust is an [`Engine`], one file each, in this binary. Those of Python and npm are
//! drivers in `engines/`, in their own interpreter, which time themselves (`script.rs`). A group
//! sees neither: it asks a [`Peer`].

mod cylon;
mod gatepost;
pub(crate) mod install;
mod native;
mod robotparser;
mod robotstxt;
mod robotxt;
mod script;
mod texting_robots;

use ::gatepost::Dialect;

use crate::clock::Effort;
use crate::questions::Question;

/// What is said of an engine.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) version: String,
    /// The behaviour that it says it has, and is checked against.
    pub(crate) claims: Dialect,
    /// How it is used here.
    pub(crate) best_use: &'static str,
    /// Bytes of a file that it reads at most.
    pub(crate) reads: usize,
}

/// An engine in Rust, made for one crawler.
pub(crate) trait Engine: Sized {
    const NAME: &'static str;
    const VERSION: &'static str;
    const BEST_USE: &'static str;
    const CLAIMS: Dialect = Dialect::RFC9309;
    const READS: usize = usize::MAX;

    /// A file that has been read.
    type Parsed<'o>;
    /// A file that is ready for many questions.
    type Prepared<'p>;

    /// What a crawler does once, when it starts.
    fn new(crawler: &str) -> Self;

    /// Reads a file.
    fn parse<'o>(&self, bytes: &'o [u8]) -> Result<Self::Parsed<'o>, String>;

    /// Makes it ready for many questions.
    fn prepare<'p>(&'p self, parsed: &'p Self::Parsed<'_>) -> Self::Prepared<'p>;

    /// Whether the crawler may fetch it, from the form of a question that suits the engine best.
    fn ask(&self, prepared: &Self::Prepared<'_>, question: &Question) -> bool;

    /// The same from an absolute URL as text.
    fn ask_url(&self, prepared: &Self::Prepared<'_>, url: &str) -> bool;

    /// The way to one answer, where it is another than the way to many.
    fn once(&self, bytes: &[u8], question: &Question) -> Result<bool, String> {
        let parsed = self.parse(bytes)?;
        let prepared = self.prepare(&parsed);
        Ok(self.ask(&prepared, question))
    }
}

/// What a question is asked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Path and query, or whatever suits the engine best.
    Best,
    /// An absolute URL as text.
    Url,
}

/// What is done with each file of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Reading it.
    Parse,
    /// Reading it, and making it ready for many questions.
    Ready,
    /// Reading it, and one question.
    Once,
}

/// Files, and for [`Work::Once`] a question for each.
pub(crate) struct Batch<'a> {
    pub(crate) crawler: &'a str,
    pub(crate) files: Vec<&'a [u8]>,
    pub(crate) questions: Vec<Question>,
}

/// What a batch came to.
pub(crate) struct BatchOutcome {
    /// Nanoseconds for one pass over the files that it could do.
    pub(crate) ns: f64,
    /// The answers, or for other work `Some` for a file that was read; `None` where it failed.
    pub(crate) answers: Vec<Option<bool>>,
}

/// What many questions about one file came to.
pub(crate) struct ManyOutcome {
    /// Nanoseconds a question.
    pub(crate) check_ns: f64,
    /// `None` where it failed.
    pub(crate) answers: Vec<Option<bool>>,
}

/// What a file takes in memory, the file itself not counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    pub(crate) parsed: usize,
    /// What making it ready for one crawler takes on top.
    pub(crate) prepared: usize,
}

/// Counts what a value holds: the allocator's, in `main.rs`.
pub(crate) type Count = fn(&mut dyn FnMut()) -> usize;

/// An engine of whatever language, as a group sees it.
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

    /// Nanoseconds to be ready for many questions.
    fn ready(&mut self, bytes: &[u8], crawler: &str, effort: Effort) -> Result<f64, String> {
        let batch = Batch { crawler, files: vec![bytes], questions: Vec::new() };
        Ok(self.batch(Work::Ready, &batch, effort)?.ns)
    }

    /// `None` where it cannot be told, or the engine fails.
    fn memory(&mut self, bytes: &[u8], crawler: &str, count: Count) -> Option<Bytes>;
}

/// Ours, as it comes.
pub(crate) const GATEPOST: &str = "gatepost";
/// Ours, with the read limit lifted.
pub(crate) const GATEPOST_UNLIMITED: &str = "gatepost-unlimited";

/// Every engine that there is, ours first.
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
    "urllib",
    "robots-parser",
];

/// Makes an engine ready to run, installing what its interpreter needs.
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
            "google-robotstxt",
            Dialect::GOOGLE,
            "the C++ through jwm-robotstxt, whose calls pass through Python; reads the file each time",
            &mut install::python("google_robotstxt.py")?,
        )?,
        "protego" => script::start(
            "protego",
            Dialect::RFC9309,
            "`Protego.parse` once, then `can_fetch`",
            &mut install::python("scrapy_protego.py")?,
        )?,
        "urllib" => script::start(
            "urllib",
            Dialect::RFC9309,
            "`RobotFileParser.parse` once, then `can_fetch`",
            &mut install::python("urllib_robotparser.py")?,
        )?,
        "robots-parser" => script::start(
            "robots-parser",
            Dialect::RFC9309,
            "`robotsParser` once, then `isAllowed`",
            &mut install::node("robots_parser.mjs")?,
        )?,
        _ => return Err(format!("no engine `{name}`: there are {}", NAMES.join(", "))),
    })
}
