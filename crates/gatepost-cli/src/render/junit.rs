//! JUnit reports, which CI servers show as tests.

use std::io;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::render::text::printable;

/// A test, and what came of it.
pub(crate) struct Case {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) outcome: Outcome,
}

pub(crate) enum Outcome {
    Passed,
    /// It passed, and there is something to say.
    Remark(String),
    /// It is not as it should be.
    Failure(String),
    /// It could not be told.
    Error(String),
}

/// One suite.
pub(crate) fn report(name: &str, cases: &[Case]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let count = |is_counted: fn(&Outcome) -> bool| {
        cases.iter().filter(|case| is_counted(&case.outcome)).count().to_string()
    };
    let (tests, failures, errors) = (
        cases.len().to_string(),
        count(|outcome| matches!(outcome, Outcome::Failure(_))),
        count(|outcome| matches!(outcome, Outcome::Error(_))),
    );
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", name),
            ("tests", tests.as_str()),
            ("failures", failures.as_str()),
            ("errors", errors.as_str()),
        ])
        .write_inner_content(|writer| cases.iter().try_for_each(|case| test_case(writer, case)))?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn test_case(writer: &mut Writer<Vec<u8>>, case: &Case) -> io::Result<()> {
    let (class, name) = (xml_text(&case.class), xml_text(&case.name));
    let element = writer
        .create_element("testcase")
        .with_attributes([("classname", class.as_str()), ("name", name.as_str())]);
    let (what, why) = match &case.outcome {
        Outcome::Passed => return element.write_empty().map(drop),
        Outcome::Remark(why) => ("system-out", why),
        Outcome::Failure(why) => ("failure", why),
        Outcome::Error(why) => ("error", why),
    };
    let text = xml_text(why);
    element
        .write_inner_content(|writer| {
            writer.create_element(what).write_text_content(BytesText::new(&text)).map(drop)
        })
        .map(drop)
}

/// What XML 1.0 can hold: neither control characters nor the last two of the first plane.
fn xml_text(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n").replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}
