//! A file as one dialect reads it: its rules, and its crawlers in classes.
//!
//! Rules and classes are computed when they are first asked for, so that a dialect that no rule
//! asks about costs no more than its parsing.

use std::cell::OnceCell;

use gatepost::{ProductToken, RobotsTxt, Rule};

use crate::class::{self, Class, Classes};

/// A file, parsed in one dialect.
#[derive(Debug)]
pub(crate) struct Reading<'f> {
    pub(crate) robots: &'f RobotsTxt<'f>,
    rules: OnceCell<Vec<Rule<'f>>>,
    classes: OnceCell<Classes<'f>>,
}

impl<'f> Reading<'f> {
    pub(crate) fn new(robots: &'f RobotsTxt<'f>) -> Reading<'f> {
        Reading { robots, rules: OnceCell::new(), classes: OnceCell::new() }
    }

    /// Returns all rules of all groups, in the order of the file.
    pub(crate) fn rules(&self) -> &[Rule<'f>] {
        self.rules.get_or_init(|| self.robots.groups().flat_map(|group| group.rules()).collect())
    }

    /// Returns the crawlers, in classes that obey the same groups.
    pub(crate) fn classes(&self) -> &[Class<'f>] {
        &self.all_classes().classes
    }

    /// Returns whether every crawler belongs to one of the classes.
    pub(crate) fn has_all_classes(&self) -> bool {
        self.all_classes().are_all
    }

    /// Returns the class of a crawler; `None` if not all classes are known and it is in an unknown
    /// one.
    pub(crate) fn class_of(&self, crawler: &ProductToken) -> Option<&Class<'f>> {
        self.all_classes().of_crawler(crawler)
    }

    fn all_classes(&self) -> &Classes<'f> {
        self.classes.get_or_init(|| class::of_file(self.robots))
    }
}
