/** A product as what the shared commands are about: its versions, with credentials from the environment. */
import { Option } from "commander";
import { operationsOf, wordFor } from "../commands/operations";
import type { CommandSource } from "../commands/shared-command";
import type { Terminal } from "../terminal/terminal";
import { clientOptions, interfaceOption } from "./client-flags";
import type { ServiceCommand } from "./service-command";
import { openCredentials, tokenVariable } from "./service-variables";

export function productSource(service: ServiceCommand, terminal: Terminal): CommandSource {
  const { name, startSandbox, shortNames = {}, examples, subject } = service.product;
  const [first] = service.operations;
  const word = first && wordFor(first);
  return {
    program: name,
    kind: "version",
    chooser: "--interface",
    ofWhat: "",
    example: "",
    examples: {
      ...(word && { call: [`call ${word} --help`, `call ${word} --json-args arguments.json`] }),
      ...examples,
    },
    sandbox: startSandbox !== undefined,
    tokenVariable: tokenVariable(service),
    argumentsOption: "--json-args",
    speech: service,
    shortNames,
    operationsHelp: () => operationsHelp(service),
    options({ calls, forAssistant, examines, timeout, interface: what }) {
      const sandbox = new Option("--sandbox", "call a sandbox with test data alone, without address and credentials");
      return [
        interfaceOption(service, what),
        ...(examines && subject !== undefined ? [subject.option] : []),
        ...(forAssistant && startSandbox !== undefined ? [sandbox] : []),
        ...(forAssistant ? credentialOptions(service) : []),
        ...(calls ? clientOptions(timeout) : []),
      ];
    },
    known: async () => service.services,
    run: (_, __, work) => work(terminal),
    async withService({ flags }, use) {
      const { withService } = await import("./open-product");
      await withService(service, { ...flags }, terminal, use);
    },
  };
}

function credentialOptions(service: ServiceCommand): Option[] {
  return [...openCredentials(service)].map(
    ([option, variable]) => new Option(`--${option} <text>`, `the ${option} of every call (default: ${variable})`),
  );
}

function operationsHelp({ services }: ServiceCommand): string {
  const sections = services.map((each) => {
    const lines = operationsOf([each]).map((one) => `  ${wordFor(one)}${shortened(one.textOf(one.operation))}`);
    return `Operations of ${each.name}:\n${lines.join("\n")}\n`;
  });
  return `\n${sections.join("\n")}`;
}

function shortened(text: string | undefined): string {
  if (text === undefined) return "";
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return `  ${sentence.length > 90 ? `${sentence.slice(0, 89)}…` : sentence}`;
}
