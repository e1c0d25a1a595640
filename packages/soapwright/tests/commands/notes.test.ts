/** The help of each command ends with examples that its options and arguments accept, and with its exit codes. */
import { createProgram } from "../../src/program";

const { commands } = createProgram();

test.each(commands.map((command) => [command.name(), command] as const))("%s", (name, command) => {
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  const [, examples = "", codes = ""] = /\nExamples:\n(.*)\nExit codes:\n(.*)$/s.exec(help) ?? [];
  expect(codes).toMatch(/^ {2}0 {2}\S.*\n(?: {2}1 {2}\S.*\n)? {2}2 {2}\S.*/);
  const lines = examples.trim().split("\n");
  for (const line of lines) {
    const [program, own, ...words] = line
      .trim()
      .replace(/ > \S+$/, "")
      .split(" ");
    expect([program, own]).toEqual(["soapwright", name]);
    const { operands, unknown } = command.parseOptions(words);
    expect(unknown).toEqual([]);
    const required = command.registeredArguments.filter((argument) => argument.required).length;
    expect(operands.length).toBeGreaterThanOrEqual(required);
  }
});
