/** gSOAP: programs that are generated from a WSDL and compiled; client and server of one interface version. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./folders";
import { records } from "./records";
import { type ForeignServer, type InterfaceVersion, outputOf, program, runs, startServer } from "./stack";

type Nested = { readonly [name: string]: unknown };

const GSOAP = "/usr/share/gsoap";
const programs = new Map<string, Promise<string>>();
const absent = "\u001e";
const addressFields = [
  "Id",
  "Default",
  "Street",
  "HouseNumber",
  "HouseNumberAddition",
  "PostalCode",
  "City",
  "StateProvince",
  "CountryISOCode",
  "Type",
];

/** Whether gSOAP's tools and headers and a compiler are installed. */
export function hasGsoap(): boolean {
  return runs("which", ["wsdl2h", "soapcpp2", "g++"]) && runs("test", ["-f", "/usr/include/stdsoap2.h"]);
}

/** The sources of a program of gSOAP. */
export interface GsoapProgram {
  readonly wsdl: string;
  /** The part of the program that is written by hand. */
  readonly source: string;
  /** Headers of gSOAP that the generated header imports. */
  readonly imports?: readonly string[];
  /** Sources of gSOAP that are not in its library. */
  readonly plugins?: readonly string[];
}

/** Generates and compiles a program, once for each WSDL and source. Resolves to its path. */
export function gsoapProgram(parts: GsoapProgram): Promise<string> {
  const key = `${parts.source} ${parts.wsdl}`;
  const known = programs.get(key);
  if (known) return known;
  const program = compile(parts);
  programs.set(key, program);
  return program;
}

async function compile({ wsdl, source, imports = [], plugins = [] }: GsoapProgram): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, "service.wsdl"), wsdl);
  await outputOf("wsdl2h", ["-o", "service.h", "service.wsdl"], folder);
  const header = join(folder, "service.h");
  writeFileSync(header, imports.map((name) => `#import "${name}"\n`).join("") + readFileSync(header, "utf8"));
  await outputOf("soapcpp2", ["-j", "-I/usr/share/gsoap/import", "service.h"], folder);
  const generated = readdirSync(folder).filter((file) => file.endsWith(".cpp"));
  const sources = [source, ...generated, ...plugins.map((name) => join(GSOAP, name))];
  const options = ["-O0", "-w", "-I.", `-I${program(".")}`, `-I${GSOAP}`, `-I${GSOAP}/plugin`];
  const libraries =
    plugins.length === 0 ? ["-lgsoap++"] : ["-DWITH_OPENSSL", "-DWITH_DOM", "-lgsoapssl++", "-lssl", "-lcrypto"];
  await outputOf("g++", [...options, "-o", "program", ...sources, ...libraries], folder);
  return join(folder, "program");
}

function build(version: InterfaceVersion, wsdl: string): Promise<string> {
  return gsoapProgram({ wsdl, source: program(`gsoap-${version}.cpp`) });
}

/** Loads the WSDL at an address, generates a client from it, and calls the service. Resolves to JSON. */
export async function callWithGsoap([address = "", version, soapVersion = ""]: readonly string[]): Promise<string> {
  const wsdl = await (await fetch(address)).text();
  const client = await build(version as InterfaceVersion, wsdl);
  return outputOf(client, ["client", address.replace("?wsdl", ""), soapVersion]);
}

/** Starts a server of the records. */
export async function serveWithGsoap(version: InterfaceVersion, wsdl: string): Promise<ForeignServer> {
  const server = await build(version, wsdl);
  const file = join(newFolder(), "records");
  const lines = (records[version] as readonly Nested[]).map((record) => fieldsOf(version, record).join("\u001f"));
  writeFileSync(file, lines.join("\u001d"));
  return startServer(server, (port) => ["server", String(port), file], {});
}

function fieldsOf(version: InterfaceVersion, record: Nested): string[] {
  if (version === "v3") return addressFields.map((name) => String(record[name] ?? absent));
  const costCenter = record.CostCenter as Nested;
  const kostensoort = record.Kostensoort as Nested;
  const values = [
    record.Id,
    costCenter.Code,
    costCenter.Description,
    costCenter.Id,
    kostensoort.Code,
    kostensoort.Description,
    record.Percentage,
    record.Default,
  ];
  return values.map((value) => String(value ?? absent));
}
