import { type Command, InvalidArgumentError, Option } from "commander";
import { classNameForm, type TargetOptions, type WsdlOptions } from "../../config/config-options";
import { modelOptionsIn, outputOptionsIn } from "../../config/stage-options";
import { int64Option, type NamingFlags, withNamingOptions } from "../naming-options";
import {
  type LoadFlags,
  loadOptions,
  names,
  runtimeModule,
  withLoadOptions,
  withProblemsAsJson,
} from "../shared-options";

export interface GenerateFlags
  extends LoadFlags,
    NamingFlags,
    Pick<
      WsdlOptions,
      "out" | "runtime" | "features" | "extension" | "decimal" | "int64" | "enums" | "operations" | "className"
    >,
    Pick<WsdlOptions, "typeComments" | "split" | "format"> {
  readonly config?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export function withGenerateOptions(command: Command): Command {
  command
    .argument("[wsdl...]", "files, addresses, glob patterns, or - for stdin")
    .option("--out <folder>", "where the files go; several WSDLs have a folder each in it")
    .option("--config <file>", "configuration (default: soapwright.config.json or .ts of the nearest folder upwards)")
    .option("--runtime <specifier>", "module that the files import (default: soapwright-runtime/tables)", runtimeModule)
    .option(
      "--features <specifier>",
      "module that the files import features from, where a WSDL needs them (default: entry points of --runtime)",
      runtimeModule,
    )
    .addOption(
      new Option("--extension <name>", "extension of generated modules in imports (default none)").choices([
        "js",
        "ts",
        "none",
      ]),
    )
    .addOption(new Option("--decimal <type>", "how xs:decimal is read (default string)").choices(["string", "number"]))
    .addOption(int64Option())
    .addOption(
      new Option(
        "--enums <kind>",
        "whether responses may contain values that the schema does not list (default open)",
      ).choices(["open", "closed"]),
    )
    .addOption(new Option("--operations <names>", "only these, separated by commas").argParser(names))
    .addOption(
      new Option("--class-name <name>", "name of the client's class (default: of the service)").argParser(className),
    );
  return withProblemsAsJson(
    withLoadOptions(
      withNamingOptions(command)
        .option("--type-comments", "end comments with a line about the WSDL: XSD types, operations, faults")
        .addOption(
          new Option("--split <by>", "a file of types for each namespace; types.ts lists their names").choices([
            "namespace",
          ]),
        )
        .option("--format", "format the files with the Biome or Prettier of your project")
        .option("--quiet", "print only errors"),
    ),
  );
}

function className(name: string): string {
  if (classNameForm.test(name)) return name;
  throw new InvalidArgumentError("It is no name for a class, for example OrderServiceV3.");
}

export function targetOptions(flags: GenerateFlags): TargetOptions {
  return { load: loadOptions(flags), model: modelOptionsIn(flags), ...outputOptionsIn(flags) };
}
