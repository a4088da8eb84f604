//! Runs an engine in Rust as a [`Peer`]: times it, and catches its panics.
//!
//! Several peers panic on real files (they cut text in the middle of a character). A file on which
//! an engine fails is counted, and left out of its time.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use runner::{Answer, Package};

use super::{About, Batch, BatchOutcome, Bytes, Count, Engine, Form, ManyOutcome, Peer, Work};
use crate::clock::{self, Effort};
use crate::questions::Question;

pub(super) struct Native<E> {
    about: About,
    engine: PhantomData<E>,
}

impl<E: Engine + 'static> Native<E> {
    pub(super) fn boxed() -> Box<dyn Peer> {
        let version = match runner::peer(E::NAME).map(|peer| peer.package) {
            Ok(Package::Crate { version }) => version,
            _ => "this commit",
        };
        let about = About {
            name: E::NAME,
            version: version.to_owned(),
            claims: E::CLAIMS,
            best_use: E::BEST_USE,
            reads: E::READS,
        };
        Box::new(Native::<E> { about, engine: PhantomData })
    }
}

impl<E: Engine> Peer for Native<E> {
    fn about(&self) -> &About {
        &self.about
    }

    fn batch(
        &mut self,
        work: Work,
        batch: &Batch<'_>,
        effort: Effort,
    ) -> Result<BatchOutcome, String> {
        let engine = E::new(batch.crawler);
        let mut questions = batch.questions.iter();
        let jobs: Vec<(&[u8], Option<&Question>)> =
            batch.files.iter().map(|file| (*file, questions.next())).collect();
        let started = clock::now();
        let answers: Vec<Option<bool>> =
            jobs.iter().map(|job| guarded(|| do_one(&engine, work, job))).collect();
        let first = clock::now() - started;
        let able = jobs.iter().zip(&answers).filter(|(_, answer)| answer.is_some());
        let able: Vec<&(&[u8], Option<&Question>)> = able.map(|(job, _)| job).collect();
        // A panic costs more than the work: the first pass is used only if there was none.
        let pass = || {
            for job in &able {
                black_box(do_one(&engine, work, black_box(job)).ok());
            }
        };
        let first = if able.len() == jobs.len() { first } else { f64::INFINITY };
        let ns = clock::best_after(first, effort, pass);
        Ok(BatchOutcome { ns, answers })
    }

    fn many(
        &mut self,
        bytes: &[u8],
        crawler: &str,
        questions: &[Question],
        form: Form,
        effort: Effort,
    ) -> Result<ManyOutcome, String> {
        let engine = E::new(crawler);
        if guarded(|| engine.parse(bytes).map(|_| ())).is_none() {
            return Ok(ManyOutcome { check_ns: 0.0, answers: vec![None; questions.len()] });
        }
        let parsed = engine.parse(bytes)?;
        let prepared = engine.prepare(&parsed);
        let ask = |question: &Question| match form {
            Form::Best => Ok(engine.ask(&prepared, question)),
            Form::Url => engine.ask_url(&prepared, question.url.as_str()),
        };
        let started = clock::now();
        let mut answers = Vec::new();
        for some in questions.chunks(clock::LOOK) {
            answers.extend(some.iter().map(|question| guarded(|| ask(question))));
            if clock::now() - started > effort.enough_ns {
                break;
            }
        }
        let first = clock::now() - started;
        let questions = &questions[..answers.len()];
        let able = questions.iter().zip(&answers).filter(|(_, answer)| answer.is_some());
        let able: Vec<&Question> = able.map(|(question, _)| question).collect();
        // A slow engine is not asked twice, unless it panicked: a panic costs more than an answer.
        let first = if able.len() == questions.len() { first } else { f64::INFINITY };
        // Each form has its own loop, so that choosing one is not part of the time.
        let ns = match form {
            Form::Best => clock::best_after(first, effort, || {
                for question in &able {
                    black_box(engine.ask(&prepared, black_box(question)));
                }
            }),
            Form::Url => clock::best_after(first, effort, || {
                for question in &able {
                    black_box(engine.ask_url(&prepared, black_box(question.url.as_str())).ok());
                }
            }),
        };
        Ok(ManyOutcome { check_ns: ns / able.len().max(1) as f64, answers })
    }

    fn ask(&mut self, bytes: &[u8], questions: &[runner::Question]) -> Result<Vec<Answer>, String> {
        let nothing = |why: &str| Answer::Nothing(why.to_owned());
        let mut answers = vec![nothing("panicked"); questions.len()];
        let crawlers: BTreeSet<&str> = questions.iter().map(|q| q.crawler.as_str()).collect();
        for crawler in crawlers {
            let engine = E::new(crawler);
            let parsed = catch_unwind(AssertUnwindSafe(|| engine.parse(bytes)));
            let prepared = parsed.as_ref().map(|parsed| parsed.as_ref().map(|p| engine.prepare(p)));
            for (question, answer) in questions.iter().zip(&mut answers) {
                if question.crawler != crawler {
                    continue;
                }
                let url = String::from_utf8_lossy(&question.url);
                let ask =
                    |prepared| catch_unwind(AssertUnwindSafe(|| engine.ask_url(prepared, &url)));
                match prepared.as_ref().map(|prepared| prepared.as_ref().map(ask)) {
                    Ok(Ok(Ok(Ok(allowed)))) => *answer = Answer::Verdict { allowed, line: None },
                    Ok(Ok(Ok(Err(why)))) => *answer = nothing(&why),
                    Ok(Err(why)) => *answer = nothing(why),
                    Ok(Ok(Err(_))) | Err(_) => {}
                }
            }
        }
        Ok(answers)
    }

    fn memory(&mut self, bytes: &[u8], crawler: &str, count: Count) -> Option<Bytes> {
        let engine = E::new(crawler);
        // Memory that is set up once, at the first file, does not belong to any file.
        guarded(|| engine.parse(bytes).map(|_| ()))?;
        let mut parsed = None;
        let of_parsed = count(&mut || parsed = engine.parse(bytes).ok());
        let parsed = parsed?;
        let mut prepared = None;
        let of_prepared = count(&mut || prepared = Some(engine.prepare(&parsed)));
        drop(prepared);
        Some(Bytes { parsed: of_parsed, prepared: of_prepared })
    }
}

fn do_one<E: Engine>(
    engine: &E,
    work: Work,
    (bytes, question): &(&[u8], Option<&Question>),
) -> Result<bool, String> {
    match (work, question) {
        (Work::Once, Some(question)) => engine.once(bytes, question),
        (Work::Ready, _) => {
            let parsed = engine.parse(bytes)?;
            black_box(engine.prepare(&parsed));
            Ok(true)
        }
        _ => {
            black_box(engine.parse(bytes)?);
            Ok(true)
        }
    }
}

/// Returns the result of `work`, or `None` if it fails or panics.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()?.ok()
}
