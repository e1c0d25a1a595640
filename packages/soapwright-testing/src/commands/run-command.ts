/** Runs a command of any WSDL in this process, with a terminal whose texts are kept. */
import { Command } from "commander";
import type { Terminal } from "soapwright-cli";
import { addCommands } from "../../../soapwright-cli/src/program/commands";

interface Given {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ask?: NonNullable<Terminal["ask"]>;
  readonly screen?: { readonly columns: number };
  readonly signal?: AbortSignal;
}

export async function runCommand(args: readonly string[], given: Given = {}) {
  const printed = { out: "", err: "" };
  let code = 0;
  const terminal: Terminal = {
    args,
    environment: given.environment ?? {},
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    input: async () => given.input ?? "",
    stopped: async () => undefined,
    ...(given.ask && { ask: given.ask }),
    ...(given.signal && { signal: given.signal }),
    ...(given.screen && { screen: { ...given.screen, colors: false } }),
  };
  const program = new Command("soapwright").enablePositionalOptions().exitOverride();
  program.configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: terminal.err });
  const generator = { flags: [], contracts: async () => [] };
  addCommands(program, generator, undefined, {
    terminal: async () => terminal,
    end: (exitCode) => {
      code = exitCode;
    },
  });
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    // The binary's frame ends with this code for a line that Commander refuses.
    code = (error as { readonly exitCode?: number }).exitCode === 0 ? 0 : 2;
  }
  return { code, ...printed };
}
