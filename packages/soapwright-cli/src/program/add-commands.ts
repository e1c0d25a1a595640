/**
 * The arguments of commands that read a WSDL, serve it or examine its service. What a command runs is loaded when it
 * begins, so that help and version need neither a reader of WSDLs nor the run time.
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  defaultLimits,
  type LoadFlags,
  loadOptions,
  positive,
  standardStreams,
  withDocumentOptions,
  withLoadOptions,
  withProblemsAsJson,
} from "soapwright-contract/flags";
import { portNumber } from "../option-values";
import type { CatalogAddOptions } from "../wsdl/catalog/catalog";
import type { DiffOptions } from "../wsdl/diff/diff";
import type { DoctorOptions } from "../wsdl/doctor/doctor";
import type { InspectOptions } from "../wsdl/inspect/inspect";
import type { MockFlags } from "../wsdl/mock/run-mock";
import type { SampleOptions } from "../wsdl/sample/sample";

/** Adds the command `inspect`. */
export function addInspect(program: Command): void {
  const command = program
    .command("inspect <wsdl>")
    .description("show services, ports, operations, messages, types, headers and faults")
    .option("--json", "as JSON, problems too")
    .option("--html", "as one HTML file with search, linked types and sample envelopes, which needs no network");
  withDocumentOptions(command).action(async (wsdl: string, options: InspectOptions) => {
    const { inspect } = await import("../wsdl/inspect/inspect");
    process.exitCode = await inspect(wsdl, options, standardStreams);
  });
}

/** Adds the command `diff`. */
export function addDiff(program: Command): void {
  const command = program
    .command("diff <old> <new>")
    .description(
      "print what changed between two WSDLs or folders of WSDLs, what it means for callers, and the version step",
    )
    .option("--json", "as JSON, problems too")
    .addOption(new Option("--fail-on <what>", "exit with 1 when there is such a change").choices(["breaking"]));
  withDocumentOptions(command).action(async (old: string, now: string, options: DiffOptions) => {
    const { diff } = await import("../wsdl/diff/diff");
    process.exitCode = await diff(old, now, options, standardStreams);
  });
}

/** Adds the command `sample`. */
export function addSample(program: Command): void {
  const command = program
    .command("sample <wsdl> <operation>")
    .description("print a complete, schema-valid envelope of an operation")
    .addOption(new Option("--soap <version>", "SOAP version").choices(["1.1", "1.2"]))
    .option("--response", "print the response instead of the request")
    .option("--seed <n>", "another seed makes another sample", "1");
  withProblemsAsJson(withDocumentOptions(command)).action(
    async (wsdl: string, operation: string, options: SampleOptions) => {
      const { sample } = await import("../wsdl/sample/sample");
      process.exitCode = await sample(wsdl, operation, options, standardStreams);
    },
  );
}

/** Adds the command `mock`. */
export function addMock(program: Command): void {
  const command = program
    .command("mock <wsdl>")
    .description(
      "run a service that responds to every operation of a WSDL with generated values, until it is interrupted",
    )
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .option("--host <address>", "interface to listen on (default: 127.0.0.1)")
    .option("--data <file>", "JSON with results, by name of the operation")
    .option("--security <file>", "JSON with the users, Timestamp and signature that requests need: docs/security.md")
    .option("--strict", "respond with a fault to mistakes that a real service ignores");
  withProblemsAsJson(withLoadOptions(command)).action(async (wsdl: string, flags: MockFlags) => {
    const { port, host, strict, ...options } = flags;
    const sandbox = { port, ...(host && { host }), strict: strict === true };
    const { runMock } = await import("../wsdl/mock/run-mock");
    process.exitCode = await runMock(wsdl, { ...options, load: loadOptions(flags), sandbox }, standardStreams);
  });
}

type DoctorFlags = LoadFlags & Omit<DoctorOptions, "load">;

/** Adds the command `doctor`. */
export function addDoctor(program: Command): void {
  const command = program
    .command("doctor <wsdl>")
    .description(
      "examine the live service of a WSDL: network, certificate, and whether its contract is still the one of the WSDL",
    )
    .option("--endpoint <url>", "address of the service (default: the one in the WSDL)")
    .option("--service <name>", "the service, where the WSDL has several")
    .addOption(new Option("--soap-version <version>", "SOAP version to examine").choices(["1.1", "1.2"]))
    .option("--proxy <url>", 'proxy to go through, or "environment" for HTTPS_PROXY, HTTP_PROXY and NO_PROXY')
    .option("--read <operation>", "call this operation once, which has to be one that only reads")
    .option("--arguments <json>", "its arguments, as the generated method takes them: '{\"Id\": 7}'")
    .option("--security <file>", "JSON with what to sign in and secure the call with: docs/security.md")
    .option("--check-timeout-ms <count>", "longest time for each check", milliseconds, 10_000)
    .option("--json", "as JSON, problems too")
    .addOption(
      new Option("--fail-on <severity>", "what makes the exit code other than 0: warnings too, or errors alone")
        .choices(["warning", "error"])
        .default("warning"),
    );
  withLoadOptions(command).action(async (wsdl: string, flags: DoctorFlags) => {
    const { doctor } = await import("../wsdl/doctor/doctor");
    process.exitCode = await doctor(wsdl, { ...flags, load: loadOptions(flags) }, standardStreams);
  });
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < 1 || value > 600_000)
    throw new InvalidArgumentError("It must be a whole number of milliseconds from 1 to 600000.");
  return value;
}

/** Adds the command `catalog`. */
export function addCatalog(program: Command): void {
  const catalog = program.command("catalog").description("get documents that many WSDLs import and few have");
  catalog
    .command("list")
    .description("list the documents, with their official addresses")
    .action(async () => {
      const { documentList } = await import("../wsdl/catalog/catalog");
      standardStreams.out(documentList());
    });
  const add = catalog
    .command("add <name>")
    .description("fetch a document from its official address, and write it and an OASIS catalog into a folder")
    .option("--out <folder>", "the folder", "catalog")
    .addOption(
      new Option("--digest <sha256>", "the digest that the document must have: sha256:HEX").argParser(digestOf),
    )
    .option("--from <url>", "fetch it from here, a mirror for example; the digest is checked all the same")
    .option("--max-file-bytes <count>", `most bytes (default ${defaultLimits.maxFileBytes})`, positive)
    .option("--timeout-ms <count>", `most milliseconds (default ${defaultLimits.timeoutMs})`, positive);
  withProblemsAsJson(add).action(async (name: string, options: CatalogAddOptions) => {
    const { addDocument } = await import("../wsdl/catalog/catalog");
    process.exitCode = await addDocument(name, options, standardStreams);
  });
}

function digestOf(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("It is sha256: and 64 hexadecimal digits.");
}
