//! Expectations as a JUnit report, which CI servers show as tests.

use std::io;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::commands::verify::Checked;

pub(crate) fn report(checked: &[Checked]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let count = |outcome| checked.iter().filter(|checked| checked.outcome == outcome).count();
    let (tests, failures, errors) =
        (checked.len().to_string(), count("broken").to_string(), count("not-decided").to_string());
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", "robots.txt"),
            ("tests", tests.as_str()),
            ("failures", failures.as_str()),
            ("errors", errors.as_str()),
        ])
        .write_inner_content(|writer| {
            checked.iter().try_for_each(|checked| test_case(writer, checked))
        })?;
    let mut octets = writer.into_inner();
    octets.push(b'\n');
    Ok(octets)
}

fn test_case(writer: &mut Writer<Vec<u8>>, checked: &Checked) -> io::Result<()> {
    let name = format!("{} {}", checked.expected, checked.of);
    let case = writer
        .create_element("testcase")
        .with_attributes([("classname", checked.crawler.as_str()), ("name", name.as_str())]);
    let Some(why) = &checked.why else {
        return case.write_empty().map(drop);
    };
    let what = if checked.outcome == "broken" { "failure" } else { "error" };
    case.write_inner_content(|writer| {
        writer.create_element(what).write_text_content(BytesText::new(why)).map(drop)
    })
    .map(drop)
}
