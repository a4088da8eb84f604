//! cylon: compiles all rules of a crawler into one automaton, which reads a path once.
//!
//! It can only parse through an async API, even for bytes that are already in memory.

use cylon::{Compiler, Cylon as Automaton};
use futures_executor::block_on;
use url::Position;

use super::Engine;
use crate::questions::Question;

pub(super) struct Cylon {
    compiler: Compiler,
}

impl Engine for Cylon {
    const NAME: &'static str = "cylon";
    const BEST_USE: &'static str = "`Compiler::compile` under `block_on`, then `allow`";

    type Parsed<'o> = Automaton;
    type Prepared<'p> = &'p Automaton;

    fn new(crawler: &str) -> Cylon {
        Cylon { compiler: Compiler::new(crawler) }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Automaton, String> {
        block_on(self.compiler.compile(bytes)).map_err(|err| err.to_string())
    }

    fn prepare<'p>(&'p self, parsed: &'p Automaton) -> &'p Automaton {
        parsed
    }

    fn ask(&self, automaton: &&Automaton, question: &Question) -> bool {
        automaton.allow(&question.path)
    }

    // It accepts only paths, so the caller has to make one from a URL.
    fn ask_url(&self, automaton: &&Automaton, url: &str) -> Result<bool, String> {
        let url = super::parsed(url)?;
        Ok(automaton.allow(&url[Position::BeforePath..Position::AfterQuery]))
    }
}
