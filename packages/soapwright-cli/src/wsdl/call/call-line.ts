/** The command line of `call`: its own options, those of operations, and their completion. */
import { Command, Option } from "commander";
import type { LoadedService } from "soapwright-contract";
import { optionsText, withLoadOptions } from "soapwright-contract/flags";
import { type ArgumentWords, CommandWords, formatOptions, takesFile } from "../../index";
import type { Place } from "../../places";
import { clientOptions } from "./call-flags";
import { callName } from "./call-name";
import type { SchemaTextsOf } from "./schema-texts";

function ownOptions(): Option[] {
  const formats = formatOptions().filter(({ long }) => long === "--format");
  return [
    new Option("--json <file>", "arguments as JSON, from a file or - for standard input; options override them"),
    ...clientOptions(),
    ...formats,
    new Option("--xml", "print the envelope of the response as it was received"),
    new Option("--verbose", "print the exchange on standard error, with its texts masked"),
    ...withLoadOptions(new Command("call")).options,
  ];
}

export const words = new CommandWords(ownOptions);

/** The options, as the end of the command's help. */
export function optionsHelp(): string {
  const help = new Command("call");
  for (const option of ownOptions()) help.addOption(option);
  return optionsText(help);
}

interface ReadWsdl {
  readonly services: readonly LoadedService[];
  readonly texts: SchemaTextsOf;
}

/** Completes operations and their options; without a WSDL that can be read, its path and the command's own options. */
export function callCandidates(read: ReadWsdl | undefined): ArgumentWords {
  const own = ownOptions()
    .filter(({ hidden }) => !hidden)
    .map(({ long, description, argChoices, required, flags }) => ({
      word: long!,
      description,
      ...(required && { values: argChoices ?? [], takesFile: takesFile(flags) }),
    }));
  return ([wsdl, name]) => {
    if (wsdl === undefined || read === undefined) return { candidates: [], files: wsdl === undefined, options: own };
    const { services, texts } = read;
    const operations = services.flatMap(({ service }) => service.operations);
    const names = services.flatMap(({ service }) => service.operations.map((each) => callName(each, service)));
    if (name === undefined) {
      const candidates = operations.map((each, at) => ({ word: names[at]!, description: texts.operation(each.name) }));
      return { candidates, options: own };
    }
    const called = operations.filter((each) => each.name === name || each.method === name);
    const textOf = (place: Place) => texts.property(place.owner, place.key);
    const { options = [] } = words.candidates(called.map((operation) => ({ operation, textOf })));
    return { candidates: [], options: [...options, ...own] };
  };
}

/** The WSDL and the operation may be before, between and after options. */
export function splitOperands(given: readonly string[]) {
  const operands: string[] = [];
  const others: string[] = [];
  const flagNames = new Set(
    ownOptions()
      .flatMap(({ long, required }) => (required ? [] : [long!]))
      .concat("--help"),
  );
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!;
    const isOption = /^--[^-]/.test(word);
    if (isOption || word === "-h" || operands.length >= 2) {
      others.push(word);
      const next = given[at + 1];
      const takesValue = isOption && !word.includes("=") && !flagNames.has(word);
      if (takesValue && next !== undefined && !/^--[^-]/.test(next)) others.push(given[++at]!);
    } else operands.push(word);
  }
  return { operands, others };
}
