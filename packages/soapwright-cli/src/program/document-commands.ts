/** The commands of any WSDL alone, in the order in which help lists them. */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type DocumentOptions,
  defaultLimits,
  loadOptions,
  positive,
  withDocumentOptions,
  withLoadOptions,
  withProblemsAsJson,
} from "soapwright-contract/flags";
import { portNumber } from "../commands/option-values";
import type { CatalogAddOptions } from "../wsdl/catalog/catalog";
import type { CollectionOptions } from "../wsdl/collection/collection";
import type { DiffOptions } from "../wsdl/diff/diff";
import type { InspectOptions } from "../wsdl/inspect/inspect";
import type { MockFlags } from "../wsdl/mock/run-mock";
import type { SampleOptions } from "../wsdl/sample/sample";
import { addDocumentCommand, type DocumentCommand } from "./document-command";

const usage = { 2: "the command line is wrong" };
export const documentCodes = { 0: "success", 1: "a problem in a document", ...usage };

const inspect: DocumentCommand<InspectOptions> = {
  words: "inspect <wsdl>",
  description: "show services, ports, operations, messages, types, headers and faults",
  notes: { examples: ["inspect orders.wsdl", "inspect orders.wsdl --html > orders.html"], exitCodes: documentCodes },
  options: (command) =>
    withDocumentOptions(
      command
        .option("--json", "as JSON, problems too")
        .option("--html", "as one HTML file with search, linked types and sample envelopes, which needs no network"),
    ),
  run: async ([wsdl], flags, streams) => (await import("../wsdl/inspect/inspect")).inspect(wsdl!, flags, streams),
};

const jsonSchema: DocumentCommand<DocumentOptions> = {
  words: "json-schema <wsdl> [operation]",
  description: "print JSON Schemas (draft 2020-12) of the arguments and results of operations, as JSON has them",
  notes: {
    examples: ["json-schema orders.wsdl findOrders", "json-schema orders.wsdl > orders.schema.json"],
    exitCodes: documentCodes,
  },
  options: (command) => withProblemsAsJson(withDocumentOptions(command)),
  run: async ([wsdl, operation], flags, streams) =>
    (await import("../wsdl/json-schema/json-schema")).jsonSchema(wsdl!, operation, flags, streams),
};

const collection: DocumentCommand<CollectionOptions> = {
  words: "collection <wsdl>",
  description: "write requests of every operation for Bruno, Postman, Insomnia or an editor's .http files",
  notes: {
    examples: [
      "collection orders.wsdl --for bruno --out requests",
      "collection orders.wsdl --for postman --out requests",
    ],
    exitCodes: documentCodes,
  },
  options: (command) =>
    withProblemsAsJson(
      withDocumentOptions(
        command
          .addOption(
            new Option("--for <tool>", "the tool")
              .choices(["bruno", "postman", "insomnia", "http"])
              .makeOptionMandatory(),
          )
          .requiredOption("--out <folder>", "folder of the files")
          .option("--seed <n>", "another seed makes other values", "1"),
      ),
    ),
  run: async ([wsdl], flags, streams) =>
    (await import("../wsdl/collection/collection")).collection(wsdl!, flags, streams),
};

const diff: DocumentCommand<DiffOptions> = {
  words: "diff <old> <new>",
  description:
    "print what changed between two WSDLs or folders of WSDLs, what it means for callers, and the version step",
  notes: {
    examples: ["diff orders.wsdl https://service.example/orders?wsdl", "diff old new --fail-on breaking"],
    exitCodes: { ...documentCodes, 1: "a problem in a document, or a change that --fail-on names" },
  },
  options: (command) =>
    withDocumentOptions(
      command
        .option("--json", "as JSON, problems too")
        .addOption(new Option("--fail-on <what>", "exit with 1 when there is such a change").choices(["breaking"])),
    ),
  run: async ([old, now], flags, streams) => (await import("../wsdl/diff/diff")).diff(old!, now!, flags, streams),
};

const sample: DocumentCommand<SampleOptions> = {
  words: "sample <wsdl> <operation>",
  description: "print a complete, schema-valid envelope of an operation",
  notes: {
    examples: ["sample orders.wsdl GetOrder", "sample orders.wsdl GetOrder --soap 1.2 --response"],
    exitCodes: documentCodes,
  },
  options: (command) =>
    withProblemsAsJson(
      withDocumentOptions(
        command
          .addOption(new Option("--soap <version>", "SOAP version").choices(["1.1", "1.2"]))
          .option("--response", "print the response instead of the request")
          .option("--seed <n>", "another seed makes another sample", "1"),
      ),
    ),
  run: async ([wsdl, operation], flags, streams) =>
    (await import("../wsdl/sample/sample")).sample(wsdl!, operation!, flags, streams),
};

const mock: DocumentCommand<MockFlags> = {
  words: "mock <wsdl>",
  description:
    "run a service that responds to every operation of a WSDL with generated values, until it is interrupted",
  notes: {
    examples: ["mock orders.wsdl", "mock orders.wsdl --port 0 --data results.json"],
    exitCodes: {
      0: "stopped by Ctrl-C",
      2: "the command line, a document or a file of results is wrong, or the port is in use",
    },
  },
  options: (command) =>
    withProblemsAsJson(
      withLoadOptions(
        command
          .option("--port <number>", "port to listen on", portNumber, 8080)
          .option("--host <address>", "interface to listen on (default: 127.0.0.1)")
          .option("--data <file>", "JSON with results, by name of the operation")
          .option(
            "--security <file>",
            "JSON with the users, Timestamp and signature that requests need: docs/security.md",
          )
          .option("--strict", "respond with a fault to mistakes that a real service ignores"),
      ),
    ),
  async run([wsdl], flags, streams) {
    const { port, host, strict, ...options } = flags;
    const sandbox = { port, ...(host && { host }), strict: strict === true };
    const { runMock } = await import("../wsdl/mock/run-mock");
    return runMock(wsdl!, { ...options, load: loadOptions(flags), sandbox }, streams);
  },
};

const catalogCodes = {
  0: "success",
  1: "the document cannot be fetched, or is not the expected one; nothing was written",
  2: "the command line is wrong, or no document has this name",
};

const catalog = {
  name: "catalog",
  description: "get documents that many WSDLs import and few have",
  notes: { examples: ["catalog list", "catalog add wsn-b-2"], exitCodes: catalogCodes },
};

const catalogList: DocumentCommand<object> = {
  group: catalog,
  words: "list",
  description: "list the documents, with their official addresses",
  notes: { examples: ["catalog list"], exitCodes: { 0: "success", ...usage } },
  options: (command) => command,
  async run(_, __, streams) {
    streams.out((await import("../wsdl/catalog/catalog")).documentList());
    return 0;
  },
};

const catalogAdd: DocumentCommand<CatalogAddOptions> = {
  group: catalog,
  words: "add <name>",
  description: "fetch a document from its official address, and write it and an OASIS catalog into a folder",
  notes: { examples: ["catalog add wsn-b-2"], exitCodes: catalogCodes },
  options: (command) =>
    withProblemsAsJson(
      command
        .option("--out <folder>", "the folder", "catalog")
        .addOption(
          new Option("--digest <sha256>", "the digest that the document must have: sha256:HEX").argParser(digestOf),
        )
        .option("--from <url>", "fetch it from here, a mirror for example; the digest is checked all the same")
        .option("--max-file-bytes <count>", `most bytes (default ${defaultLimits.maxFileBytes})`, positive)
        .option("--timeout-ms <count>", `most milliseconds (default ${defaultLimits.timeoutMs})`, positive),
    ),
  run: async ([name], flags, streams) => (await import("../wsdl/catalog/catalog")).addDocument(name!, flags, streams),
};

function digestOf(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("It is sha256: and 64 hexadecimal digits.");
}

/** Each adds its command to a program. */
export const documentCommands: readonly ((program: Command) => void)[] = [
  added(inspect),
  added(jsonSchema),
  added(collection),
  added(diff),
  added(sample),
  added(mock),
  added(catalogList),
  added(catalogAdd),
];

function added<Flags extends object>(command: DocumentCommand<Flags>): (program: Command) => void {
  return (program) => addDocumentCommand(program, command);
}
