/** Parses and checks `versions.json`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { JsonProblem, type JsonValue, objectOf, type Placed, parseJson, Shape } from "soapwright/internal";
import { constantCase, Diagnostics, isIdentifier, kebabCase } from "soapwright-contract";
import { OPTIONS } from "soapwright-runtime/internal";
import { checkNames } from "./check-names";
import { generalVariables } from "./variables";
import type { ChildRow, FaultRow, HeaderRow, VersionRow, VersionTable } from "./version-table";

/** The table is undefined if a diagnostic is an error. */
export interface ReadTable {
  readonly table?: VersionTable;
  readonly found: Diagnostics;
}

/** Messages call the table `shown`. The WSDLs are in the same folder. Problems become diagnostics. */
export function readVersionTable(path: string, shown: string): ReadTable {
  const found = new Diagnostics();
  let root: JsonValue;
  try {
    root = parseJson(readFileSync(path, "utf8").replace(/^\ufeff/, ""), shown);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    found.error(error.position, error.message);
    return { found };
  }
  const table = tableOf(root, found);
  if (table !== undefined) checkRows(table, dirname(path), found);
  return found.hasErrors || table === undefined ? { found } : { table, found };
}

function tableOf(root: JsonValue, found: Diagnostics): VersionTable | undefined {
  const object = objectOf(found, root, "the table");
  if (object === undefined) return undefined;
  const shape = new Shape(found, object, "the table", ["$schema", "service", "path", "versions"]);
  const path = shape.text("path");
  const service = shape.requiredText("service");
  if (service.text !== "" && !isIdentifier(service.text))
    found.error(service.position, "this is no name for a service");
  const rows = shape.items("versions", true).flatMap((row) => rowOf(row, found));
  if (rows.length === 0 && !found.hasErrors) found.error(root.position, "the table has no row");
  return { service: service.text, ...(path === undefined ? {} : { path }), rows };
}

const rowNames = ["wsdl", "class", "folder", "date", "summary", "header", "faults", "types"];

function rowOf(value: JsonValue, found: Diagnostics): VersionRow[] {
  const object = objectOf(found, value, "a row");
  if (object === undefined) return [];
  const shape = new Shape(found, object, "a row", rowNames);
  const [date, summary] = [shape.text("date"), shape.text("summary")];
  const header = shape.value("header", false);
  const headerRow = header === undefined ? undefined : headerOf(header, found);
  return [
    {
      position: value.position,
      wsdl: shape.requiredText("wsdl"),
      className: shape.requiredText("class"),
      folder: shape.requiredText("folder"),
      ...(date === undefined ? {} : { date }),
      ...(summary === undefined ? {} : { summary }),
      ...(headerRow === undefined ? {} : { header: headerRow }),
      faults: shape.items("faults", false).flatMap((fault) => faultOf(fault, found)),
      types: shape.texts("types"),
    },
  ];
}

function headerOf(value: JsonValue, found: Diagnostics): HeaderRow | undefined {
  const object = objectOf(found, value, "a header");
  if (object === undefined) return undefined;
  const shape = new Shape(found, object, "a header", ["element", "children"]);
  const children = shape.items("children", true).flatMap((child) => childOf(child, found));
  return { element: shape.requiredText("element"), children };
}

export const faultKinds = [
  "configuration",
  "refused",
  "not-permitted",
  "not-found",
  "rejected",
  "busy",
  "broken",
] as const;

function faultOf(value: JsonValue, found: Diagnostics): FaultRow[] {
  const object = objectOf(found, value, "a fault");
  if (object === undefined) return [];
  const shape = new Shape(found, object, "a fault", ["code", "reason", "kind"]);
  const [code, reason] = [shape.text("code"), shape.text("reason")];
  shape.value("kind", true);
  const kind = shape.choice("kind", faultKinds);
  if (code === undefined && reason === undefined)
    found.error(value.position, "a fault has neither code nor reason", { hint: "it takes one of them, or both" });
  if (kind === undefined) return [];
  return [{ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }), kind }];
}

const childNames = ["name", "option", "variable", "required", "secret", "documentation", "sandbox"];

function childOf(value: JsonValue, found: Diagnostics): ChildRow[] {
  const object = objectOf(found, value, "a child of a header");
  if (object === undefined) return [];
  const shape = new Shape(found, object, "a child of a header", childNames);
  const option = shape.requiredText("option");
  if (option.text !== "" && !/^[a-z][A-Za-z0-9]*$/.test(option.text))
    found.error(option.position, `"${option.text}" is no name of an option`, { hint: "for example apiKey" });
  if (ownOptions.includes(option.text))
    found.error(option.position, `every client has an option ${option.text} already`, { hint: "choose another name" });
  const [variable, documentation] = [shape.text("variable"), shape.text("documentation")];
  return [
    {
      name: shape.requiredText("name"),
      option: option.text,
      ...(variable === undefined ? {} : { variable }),
      required: shape.boolean("required"),
      secret: shape.boolean("secret"),
      ...(documentation === undefined ? {} : { documentation }),
      sandbox: shape.text("sandbox") ?? `sandbox-${kebabCase(option.text)}`,
    },
  ];
}

/** No child of a header may have such a name. */
const ownOptions = ["baseUrl", "namespaceBaseUrl", "namespace", ...Object.keys(OPTIONS)];

/** The shape of one row does not show that files exist, and that names are unique. */
function checkRows(table: VersionTable, folder: string, found: Diagnostics): void {
  const { service, rows } = table;
  const taken = rows.flatMap(({ className }) => Object.values(generalVariables(service, className.text)));
  const present = readdirSync(folder).filter((name) => name.endsWith(".wsdl"));
  for (const { wsdl, className, folder: version, date, position, header } of rows) {
    if (wsdl.text !== "" && !existsSync(join(folder, wsdl.text))) {
      const instead = present.length === 0 ? "no WSDL is beside the table" : `there is ${present.join(", ")}`;
      found.error(wsdl.position, `${wsdl.text} is not there`, { hint: instead });
    }
    if (className.text !== "" && !/^[A-Z][A-Za-z0-9]*$/.test(className.text))
      found.error(className.position, `"${className.text}" is no name for a class`, {
        hint: "for example OrderServiceV3",
      });
    if (version.text !== "" && !/^v[0-9][0-9A-Za-z.-]*(?<!\.)$/.test(version.text))
      found.error(version.position, `"${version.text}" is no name of a version`, { hint: "for example v3 or v2.1" });
    if (date !== undefined && !isDate(date))
      found.error(position, `the date ${date} of this row is not a date`, { hint: "for example 2026-11-21" });
    const placed = (text: string | undefined, { name }: ChildRow) => ({ text: text ?? "", position: name.position });
    const children = header?.children ?? [];
    distinct(
      children.map((child) => placed(child.option, child)),
      "option",
      found,
    );
    distinct(
      children.map((child) => placed(child.variable, child)),
      "variable",
      found,
    );
    for (const { name, variable } of children) {
      if (variable === undefined) continue;
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
        found.error(name.position, `"${variable}" is no name of an environment variable`, {
          hint: `for example ${constantCase(service)}_API_KEY`,
        });
      else if (taken.includes(variable))
        found.error(name.position, `every client reads ${variable} already`, { hint: "choose another name" });
    }
  }
  checkNames(table, found);
  distinct(
    rows.map(({ className: { text, position } }) => ({ text: constantCase(text), position })),
    "prefix of variables",
    found,
  );
  distinct(
    rows.map(({ folder: { text, position } }) => ({ text: text.toLowerCase(), position })),
    "folder",
    found,
  );
  const named = new Set(rows.map(({ wsdl }) => wsdl.text));
  for (const name of present) {
    const [first] = rows;
    if (named.has(name) || first === undefined) continue;
    found.warning(first.position, `no row names ${name}`, { hint: "add a row for it, or remove the file" });
  }
}

/** 30 February has the form of a date, but is none. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

function distinct(names: readonly Placed[], what: string, found: Diagnostics): void {
  const seen = new Set<string>();
  for (const { text, position } of names) {
    if (text !== "" && seen.has(text)) found.error(position, `the ${what} ${text} is taken by an earlier one`);
    seen.add(text);
  }
}
