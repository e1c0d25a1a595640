/** gSOAP: its client and server of one interface version, generated from a WSDL and compiled. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./folders";
import { records } from "./records";
import { type ForeignServer, type InterfaceVersion, outputOf, program, runs, startServer } from "./stack";

type Nested = { readonly [name: string]: unknown };

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

/** Whether gSOAP's tools, headers and a compiler are here. */
export function hasGsoap(): boolean {
  return runs("which", ["wsdl2h", "soapcpp2", "g++"]) && runs("test", ["-f", "/usr/include/stdsoap2.h"]);
}

/** Generates and compiles, once for each WSDL. Resolves to the program. */
function build(version: InterfaceVersion, wsdl: string): Promise<string> {
  const known = programs.get(wsdl);
  if (known) return known;
  const program = compile(version, wsdl);
  programs.set(wsdl, program);
  return program;
}

async function compile(version: InterfaceVersion, wsdl: string): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, "service.wsdl"), wsdl);
  await outputOf("wsdl2h", ["-o", "service.h", "service.wsdl"], folder);
  await outputOf("soapcpp2", ["-j", "-I/usr/share/gsoap/import", "service.h"], folder);
  const generated = readdirSync(folder).filter((file) => file.endsWith(".cpp"));
  const sources = [program(`gsoap-${version}.cpp`), ...generated];
  const options = ["-O0", "-w", "-I.", `-I${program(".")}`, "-o", "program", ...sources, "-lgsoap++"];
  await outputOf("g++", options, folder);
  return join(folder, "program");
}

/** Loads the WSDL at an address, generates a client from it, and calls. Resolves to JSON. */
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
