//! The `gatepost` command.

fn main() -> std::process::ExitCode {
    gatepost_cli::main()
}
