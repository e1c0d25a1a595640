/** The words of one operation on the command line: its options among the command's own, their help and completion. */

import { Command, type Option } from "commander";
import { enumerationOf, typedPropertiesOf } from "soapwright-runtime/codecs";
import { printable } from "soapwright-runtime/xsd";
import type { ServiceOperation } from "../commands/operations";
import type { ArgumentWords } from "../completion/candidates";
import { type OwnOptions, optionNames, splitWords } from "./parse-arguments";
import { argumentPlaces, type Place, typeWord } from "./places";

/** Options of a command that are allowed among the arguments of an operation. */
export class CommandWords {
  readonly names: readonly string[];
  readonly #takesValue: OwnOptions;

  /** @param options Returns new options, because each command needs its own. */
  constructor(readonly options: () => readonly Option[]) {
    const own = options().map(({ long, required }) => [long!.slice(2), required] as const);
    this.#takesValue = { help: false, ...Object.fromEntries(own) };
    this.names = Object.keys(this.#takesValue);
  }

  /** Divides a line whose first `count` words may be before, between and after options. */
  split(given: readonly string[], count: number) {
    const operands: string[] = [];
    const others: string[] = [];
    for (let at = 0; at < given.length; at++) {
      const word = given[at]!;
      const isOption = /^--[^-]/.test(word);
      if (!isOption && word !== "-h" && operands.length < count) {
        operands.push(word);
        continue;
      }
      others.push(word);
      const next = given[at + 1];
      const takesValue = isOption && !word.includes("=") && (this.#takesValue[word.slice(2)] ?? true);
      if (takesValue && next !== undefined && !/^--[^-]/.test(next)) others.push(given[++at]!);
    }
    return { operands, others };
  }

  /** Splits the words after an operation's name. `flags` has only options that are among them. */
  read(command: Command, words: readonly string[]) {
    const asksHelp = words.includes("--help") || words.includes("-h");
    const given = words.filter((word) => word !== "-h");
    const { ownWords, options } = splitWords(given, this.#takesValue);
    const reader = new Command(command.name()).copyInheritedSettings(command);
    // The command's own end prints what is wrong.
    reader
      .exitOverride()
      .showHelpAfterError(false)
      .configureOutput({ outputError: () => {} });
    for (const option of this.options()) reader.addOption(option);
    const own = ownWords.filter((word) => word !== "--help");
    reader.parse(own, { from: "user" });
    // Absent options must not override earlier values: --no-proxy gives its option a default.
    const entries = Object.entries(reader.opts()).filter(([name]) => reader.getOptionValueSource(name) === "cli");
    return { asksHelp, options, flags: Object.fromEntries(entries) };
  }

  /** The options of operations, for completion. */
  candidates(operations: readonly ServiceOperation[]): ReturnType<ArgumentWords> {
    const options = operations.flatMap(({ operation, argumentText }) => {
      const { places } = argumentPlaces(operation);
      return [...optionNames(places, this.names)].map(([place, name]) => ({
        word: `--${name}`,
        description: argumentText(place),
        values: enumerationOf(place.type),
      }));
    });
    return { candidates: [], options: [...new Map(options.map((option) => [option.word, option])).values()] };
  }

  /** Returns the help of one operation. `usage` is the command line up to its name. */
  help(command: Command, usage: string, operation: ServiceOperation): string {
    const target = argumentPlaces(operation.operation);
    const help = command.createCommand(usage);
    help.copyInheritedSettings(command);
    help.description(
      `${operation.textOf(operation.operation) ?? `Operation ${operation.operation.name}.`} (${operation.name})`,
    );
    for (const { flags, text } of this.#lines(target.places, operation, "", 1, new Set())) help.option(flags, text);
    for (const option of this.options()) help.addOption(option);
    const note =
      "\nRepeat the option of a list, or number its items: --name.0.part value. A record is JSON, or its parts one by one.\n--name.nil sends nil where the WSDL allows it.\n";
    const names = optionNames(target.places, this.names);
    const others = target.places.filter((place) => !names.has(place)).map(({ key }) => key);
    const json =
      others.length === 0 ? "" : `Arguments without an option, which only JSON sets: ${others.join(", ")}.\n`;
    const whole = help.helpInformation() + (operation.operation.input.body.length > 0 ? note + json : "");
    // The texts are of the WSDL, and a terminal would obey their control characters.
    return whole.split("\n").map(printable).join("\n");
  }

  /** Options of places and of their nested records, three levels deep; a recursive record is not repeated. */
  #lines(
    places: readonly Place[],
    operation: ServiceOperation,
    prefix: string,
    depth: number,
    around: ReadonlySet<object>,
  ): readonly { readonly flags: string; readonly text: string }[] {
    return [...optionNames(places, depth === 1 ? this.names : [])].flatMap(([place, ownName]) => {
      const { type, list, required } = place;
      const name = prefix + ownName;
      const values = enumerationOf(type);
      const texts = [
        operation.argumentText(place),
        values && `One of ${values.slice(0, 12).join(", ")}${values.length > 12 ? " …" : ""}.`,
        list && "Repeatable.",
        required && depth === 1 && "Required.",
      ];
      const line = { flags: `--${name} <${typeWord(type)}>`, text: texts.filter(Boolean).join(" ") };
      const inner = typedPropertiesOf(type);
      const first = inner[0]?.owner ?? inner[1]?.owner;
      if (inner.length === 0 || depth >= 3 || (first !== undefined && around.has(first))) return [line];
      const inside = new Set([...around, ...(first === undefined ? [] : [first])]);
      return [line, ...this.#lines(inner, operation, `${name}${list ? ".0" : ""}.`, depth + 1, inside)];
    });
  }
}
