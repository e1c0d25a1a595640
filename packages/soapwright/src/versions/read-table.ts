import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Diagnostics, isIdentifier } from "soapwright-contract";
import { clientOptionNames } from "soapwright-runtime";
import { type Placed, type Shape, shapeOf } from "../config/config-shape";
import { JsonProblem, parseJson } from "../config/json";
import { constantCase, kebabCase } from "../name-cases";
import { checkNames } from "./check-names";
import { generalVariables } from "./variables";
import type { ChildRow, FaultRow, VersionRow, VersionTable } from "./version-table";

/** Messages call the table `shown`; no version may take a name of `mainModule`. The WSDLs are in the same folder. The table is undefined if a diagnostic is an error. */
export function readVersionTable(
  path: string,
  shown: string,
  mainModule?: string,
): { readonly table?: VersionTable; found: Diagnostics } {
  const found = new Diagnostics();
  try {
    const root = shapeOf(found, parseJson(readFileSync(path, "utf8"), shown), "the table", tableNames);
    const table = root && tableOf(root);
    if (table !== undefined) checkRows(table, dirname(path), mainModule, found);
    return found.hasErrors || table === undefined ? { found } : { table, found };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    found.error(error, error.reason, error.message);
    return { found };
  }
}

const tableNames = ["$schema", "service", "path", "nodeSoap", "versions"];
const rowNames = ["wsdl", "class", "folder", "date", "summary", "header", "faults", "types"];
const childNames = ["name", "option", "variable", "required", "secret", "documentation", "sandbox"];

function tableOf(shape: Shape): VersionTable {
  const { diagnostics } = shape;
  const path = shape.text("path");
  const service = shape.requiredText("service");
  if (service.text !== "" && !isIdentifier(service.text))
    diagnostics.error(service, "version-service-name", "this is no name for a service");
  const rows = shape.objects("versions", "a row", rowNames, true).map(rowOf);
  if (rows.length === 0 && !diagnostics.hasErrors)
    diagnostics.error(shape, "version-table-empty", "the table has no row");
  return { service: service.text, path, nodeSoap: shape.flag("nodeSoap") === true, rows };
}

function rowOf(shape: Shape): VersionRow {
  const [date, summary] = [shape.text("date"), shape.text("summary")];
  const header = shape.inner("header", ["element", "children"], "a header");
  return {
    position: shape.position,
    date,
    summary,
    header: header && {
      children: header.objects("children", "a child of a header", childNames, true).map(childOf),
      element: header.requiredText("element"),
    },
    wsdl: shape.requiredText("wsdl"),
    className: shape.requiredText("class"),
    folder: shape.requiredText("folder"),
    faults: shape.objects("faults", "a fault", ["code", "reason", "kind"]).flatMap(faultOf),
    types: shape.texts("types"),
  };
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

function faultOf(shape: Shape): FaultRow[] {
  const [code, reason] = [shape.text("code"), shape.text("reason")];
  shape.value("kind", true);
  const kind = shape.choice("kind", faultKinds);
  if (code === undefined && reason === undefined)
    shape.diagnostics.error(shape, "version-fault-empty", "a fault has neither code nor reason", {
      hint: "it takes one of them, or both",
    });
  return kind === undefined ? [] : [{ code, reason, kind }];
}

function childOf(shape: Shape): ChildRow {
  const { diagnostics } = shape;
  const option = shape.requiredText("option");
  if (option.text !== "" && !/^[a-z][A-Za-z0-9]*$/.test(option.text))
    diagnostics.error(option, "version-option-name", `"${option.text}" is no name of an option`, {
      hint: "for example apiKey",
    });
  if (ownOptions.includes(option.text))
    diagnostics.error(option, "version-option-taken", `every client has an option ${option.text} already`, {
      hint: "choose another name",
    });
  const [variable, documentation] = [shape.text("variable"), shape.text("documentation")];
  return {
    name: shape.requiredText("name"),
    option: option.text,
    variable,
    required: shape.boolean("required"),
    secret: shape.boolean("secret"),
    documentation,
    sandbox: shape.text("sandbox") ?? `sandbox-${kebabCase(option.text)}`,
  };
}

/** No child of a header may have such a name. */
const ownOptions = ["baseUrl", "namespaceBaseUrl", "namespace", ...clientOptionNames];

/** The shape of one row does not show that files exist, and that names are unique. */
function checkRows(table: VersionTable, folder: string, mainModule: string | undefined, found: Diagnostics): void {
  const { service, rows } = table;
  const taken = rows.flatMap(({ className }) => Object.values(generalVariables(service, className.text)));
  const present = readdirSync(folder).filter((name) => name.endsWith(".wsdl"));
  for (const { wsdl, className, folder: version, date, position, header } of rows) {
    if (wsdl.text !== "" && !existsSync(join(folder, wsdl.text))) {
      const instead = present.length === 0 ? "no WSDL is beside the table" : `there is ${present.join(", ")}`;
      found.error(wsdl, "version-wsdl-missing", `${wsdl.text} is not there`, { hint: instead });
    }
    if (className.text !== "" && !/^[A-Z][A-Za-z0-9]*$/.test(className.text))
      found.error(className, "version-class-name", `"${className.text}" is no name for a class`, {
        hint: "for example OrderServiceV3",
      });
    if (version.text !== "" && !/^v[0-9][0-9A-Za-z.-]*(?<!\.)$/.test(version.text))
      found.error(version, "version-name", `"${version.text}" is no name of a version`, {
        hint: "for example v3 or v2.1",
      });
    if (date !== undefined && !isDate(date))
      found.error(position, "version-date", `the date ${date} of this row is not a date`, {
        hint: "for example 2026-11-21",
      });
    const children = header?.children ?? [];
    const placed = (kind: "option" | "variable") =>
      children.map((child) => ({ text: child[kind] ?? "", position: child.name.position }));
    distinct(placed("option"), "option", found);
    distinct(placed("variable"), "variable", found);
    for (const { text, position: at } of placed("variable")) {
      if (text === "") continue;
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text))
        found.error(at, "version-variable-name", `"${text}" is no name of an environment variable`, {
          hint: `for example ${constantCase(service)}_API_KEY`,
        });
      else if (taken.includes(text))
        found.error(at, "version-variable-taken", `every client reads ${text} already`, {
          hint: "choose another name",
        });
    }
  }
  checkNames(table, mainModule, found);
  const classes = rows.map(({ className }) => className);
  const folders = rows.map(({ folder: version }) => version);
  distinct(classes, "prefix of variables", found, constantCase);
  distinct(folders, "folder", found, (text) => text.toLowerCase());
  const wsdls = rows.map(({ wsdl }) => wsdl.text);
  for (const name of present)
    if (rows[0] !== undefined && !wsdls.includes(name))
      found.warning(rows[0], "version-without-row", `no row names ${name}`, {
        hint: "add a row for it, or remove the file",
      });
}

/** 30 February has the form of a date, but is none. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

function distinct(names: readonly Placed[], what: string, found: Diagnostics, formOf = (text: string) => text): void {
  const seen = new Set<string>();
  for (const { text, position } of names) {
    const form = formOf(text);
    if (form !== "" && seen.has(form))
      found.error(position, "version-taken", `the ${what} ${form} is taken by an earlier one`);
    seen.add(form);
  }
}
