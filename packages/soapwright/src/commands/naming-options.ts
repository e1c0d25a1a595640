/** Naming options of `generate`, and of `verify`, which proves that names change nothing on the wire. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { NamingOptions } from "soapwright-contract";
import { typePrefixForm, typeSuffixForm } from "../config/config-options";

/** Names by QName are only in the configuration. */
export type NamingFlags = Omit<NamingOptions, "names">;

export function withNamingOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--property-case <case>", "names of properties: as on the wire, or camelCase (default wire)").choices([
        "wire",
        "camel",
      ]),
    )
    .addOption(
      new Option("--type-case <case>", "names of types: as in the schema, or PascalCase (default wire)").choices([
        "wire",
        "pascal",
      ]),
    )
    .addOption(
      new Option("--type-prefix <text>", "what names of types start with").argParser((text) =>
        matching(text, typePrefixForm, "It is no start of a name."),
      ),
    )
    .addOption(
      new Option("--type-suffix <text>", "what names of types end with").argParser((text) =>
        matching(text, typeSuffixForm, "It is no end of a name."),
      ),
    );
}

/** A bigint is exact, but `JSON.stringify` rejects it. */
export function int64Option(): Option {
  return new Option("--int64 <type>", "what xs:long, unsignedLong and integer are (default bigint)").choices([
    "bigint",
    "string",
    "number",
  ]);
}

function matching(text: string, form: RegExp, otherwise: string): string {
  if (form.test(text)) return text;
  throw new InvalidArgumentError(otherwise);
}
