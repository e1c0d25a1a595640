import { type Command, InvalidArgumentError } from "commander";
import {
  type Flag,
  int64Flag,
  type LoadFlags,
  matching,
  withDocumentOptions,
  withFlags,
  withProblemsAsJson,
} from "soapwright-contract/flags";
import { classNameForm, type WsdlOptions } from "../../config/config-options";
import { moduleName, namingFlags } from "../naming-flags";

export interface GenerateFlags extends LoadFlags, Omit<WsdlOptions, "catalogs" | "limits" | "names"> {
  readonly config?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

const generateFlags: readonly Flag[] = [
  ["--out <folder>", "where the files go; several WSDLs have a folder each in it"],
  ["--config <file>", "configuration (default: soapwright.config.json or .ts of the nearest folder upwards)"],
  [
    "--runtime <specifier>",
    "one module that the files import (default: entry points of soapwright-runtime)",
    moduleName,
  ],
  [
    "--features <specifier>",
    "module that the files import features from, where a WSDL needs them (default: entry points of soapwright-features)",
    moduleName,
  ],
  ["--node-soap", "have node-soap write the envelopes; the clients then need soapwright-node-soap"],
  ["--extension <name>", "extension of generated modules in imports (default none)", ["js", "ts", "none"]],
  ["--decimal <type>", "how xs:decimal is read (default string)", ["string", "number"]],
  int64Flag,
  [
    "--enums <kind>",
    "whether responses may contain values that the schema does not list (default open)",
    ["open", "closed"],
  ],
  ["--operations <names>", "only these, separated by commas", names],
  [
    "--class-name <name>",
    "name of the client's class (default: of the service)",
    matching(classNameForm, "It is no name for a class, for example OrderServiceV3."),
  ],
  ...namingFlags,
  ["--type-comments", "end comments with a line about the WSDL: XSD types, operations, faults"],
  ["--split <by>", "a file of types for each namespace; types.ts lists their names", ["namespace"]],
  ["--format", "format the files with the Biome or Prettier of your project"],
];

export function withGenerateOptions(command: Command): Command {
  command.argument("[wsdl...]", "files, addresses, glob patterns, or - for stdin");
  return withProblemsAsJson(withDocumentOptions(withFlags(command, generateFlags)));
}

function names(value: string): string[] {
  const list = value.split(",").map((name) => name.trim());
  if (list.includes("")) throw new InvalidArgumentError("It has an empty name.");
  return list;
}
