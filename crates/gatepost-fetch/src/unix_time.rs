//! Times in records: whole seconds since 1970, which every language can parse.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(time: &SystemTime, to: S) -> Result<S::Ok, S::Error> {
    seconds(*time).serialize(to)
}

pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<SystemTime, D::Error> {
    let seconds = u64::deserialize(from)?;
    UNIX_EPOCH
        .checked_add(Duration::from_secs(seconds))
        .ok_or_else(|| serde::de::Error::custom("the time is out of range"))
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Serialises an optional time.
pub(crate) mod option {
    use super::{Deserialize, Deserializer, Serialize, Serializer, SystemTime};

    pub(crate) fn serialize<S: Serializer>(
        time: &Option<SystemTime>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(super::seconds).serialize(to)
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<SystemTime>, D::Error> {
        #[derive(Deserialize)]
        struct Moment(#[serde(with = "super")] SystemTime);
        Ok(Option::<Moment>::deserialize(from)?.map(|moment| moment.0))
    }
}
