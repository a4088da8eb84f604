//! `gatepost completions` and `gatepost man`.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::{Done, Failure, Status};

pub(crate) fn completions(shell: Shell) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gatepost", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Status::Yes)
}

pub(crate) fn man(command: Option<&str>) -> Done {
    let mut all = Cli::command();
    all.build();
    let page = match command {
        None => all,
        Some(name) => match all.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                return Err(Failure::new(format_args!("there is no command `{name}`"))
                    .help("`gatepost --help` lists them"));
            }
        },
    };
    let mut bytes = Vec::new();
    clap_mangen::Man::new(page).render(&mut bytes)?;
    io::stdout().write_all(&bytes)?;
    Ok(Status::Yes)
}
