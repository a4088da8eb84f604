//! Verdicts and explanations as data, with the `serde` feature. The names of these fields are
//! stable; the words in `reason` are for people and are not.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::access_result::AccessPolicy;
use crate::dialect::Dialect;
use crate::explanation::{Explanation, MatchingRule};
use crate::near_miss::NearMiss;
use crate::path_pattern::PathPattern;
use crate::product_token::ProductToken;
use crate::rule::Rule;
use crate::url_path::UrlPath;
use crate::verdict::{DecidedBy, Reason, Verdict};

impl Serialize for ProductToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'d> Deserialize<'d> for ProductToken {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<ProductToken, D::Error> {
        let text = <Cow<'d, str>>::deserialize(deserializer)?;
        ProductToken::new(&text).map_err(D::Error::custom)
    }
}

/// The name of the dialect.
impl Serialize for Dialect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// A published dialect, by its name.
impl<'d> Deserialize<'d> for Dialect {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Dialect, D::Error> {
        <Cow<'d, str>>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The name of the policy.
impl Serialize for AccessPolicy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// The path as it came.
impl Serialize for UrlPath<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&String::from_utf8_lossy(self.raw()))
    }
}

/// The pattern in normal form.
impl Serialize for PathPattern<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The name of the variant: [`DecidedBy::name`].
impl Serialize for DecidedBy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Rule<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Reason<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Verdict<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Verdict", 5)?;
        fields.serialize_field("allowed", &self.is_allowed())?;
        fields.serialize_field("decided_by", self.decided_by().name())?;
        fields.serialize_field("line", &self.rule().map(|rule| rule.line()))?;
        fields.serialize_field("rule", &self.rule())?;
        fields.serialize_field("reason", &self.reason())?;
        fields.end()
    }
}

impl Serialize for Explanation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines: Vec<_> = self.user_agents().iter().map(|line| line.line()).collect();
        let matching: Vec<_> =
            self.matching().iter().map(|rule| Taken { rule, of: self }).collect();
        let mut fields = serializer.serialize_struct("Explanation", 5)?;
        fields.serialize_field("selected_by", &self.selected_by())?;
        fields.serialize_field("user_agent_lines", &lines)?;
        fields.serialize_field("matching", &matching)?;
        fields.serialize_field("near_misses", self.near_misses())?;
        fields.serialize_field("reason", &self.reason())?;
        fields.end()
    }
}

/// A rule that matches, with the text that its stars matched.
struct Taken<'e, 'r> {
    rule: &'e MatchingRule<'r>,
    of: &'e Explanation<'r>,
}

impl Serialize for Taken<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = self.of.compared(self.rule);
        let stars =
            self.rule.stars().iter().map(|star| String::from_utf8_lossy(&path[star.clone()]));
        let mut fields = serializer.serialize_struct("MatchingRule", 5)?;
        fields.serialize_field("line", &self.rule.rule().line())?;
        fields.serialize_field("rule", &self.rule.rule())?;
        fields.serialize_field("length", &self.rule.length())?;
        fields.serialize_field("stars", &stars.collect::<Vec<_>>())?;
        fields.serialize_field("lost_by", &self.rule.lost_by())?;
        fields.end()
    }
}

impl Serialize for NearMiss<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("NearMiss", 3)?;
        fields.serialize_field("line", &self.rule().line())?;
        fields.serialize_field("rule", &self.rule())?;
        fields.serialize_field("kind", self.kind())?;
        fields.end()
    }
}
