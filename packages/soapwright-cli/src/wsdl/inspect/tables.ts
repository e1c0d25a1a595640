import { describeOperation } from "soapwright-contract";
import { printable } from "soapwright-runtime/xsd";
import type { OperationOutline, Outline } from "./outline";
import type { PartOutline, TypeOutline } from "./type-outline";

export function outlineTables(outline: Outline): string {
  const { services, operations, messages, extensions, types } = outline;
  const policies = services.flatMap(({ ports }) =>
    ports.flatMap(({ name, policy }) => (policy === undefined ? [] : [[name, policy]])),
  );
  return [
    `${printable(`${outline.name ?? "WSDL"} in ${outline.targetNamespace || "no namespace"}`)}\n\n`,
    table(
      "Services and ports",
      ["service", "port", "SOAP", "port type", "address"],
      services.flatMap(({ name, ports }) =>
        ports.map((port) => [name, port.name, port.soapVersion, port.portType, port.address]),
      ),
    ),
    table("Policies", ["port", "asks for"], policies),
    table("Operations", ["operation", "style", "input", "output", "headers", "faults"], operations.map(operationRow)),
    table("SOAP actions", ["operation", "SOAP", "action"], operations.flatMap(actionRows)),
    table(
      "Messages",
      ["message", "part", "element or type"],
      messages.flatMap(({ name, parts }) =>
        parts.length === 0
          ? [[name, "", ""]]
          : parts.map((part) => [name, part.name, part.element ?? `type ${part.type}`]),
      ),
      messages.length,
    ),
    table(
      "Extensions",
      ["extension", "of", "required", "line"],
      extensions.map(({ name, parent, required, line }) => [name, parent, required ? "yes" : "no", String(line)]),
    ),
    table("Types", ["type", "part", "of type", "occurs"], types.flatMap(typeRows), types.length),
  ]
    .join("")
    .trimEnd()
    .concat("\n");
}

function operationRow(operation: OperationOutline): string[] {
  const { style, use, input, output, oneWay, headers, resultHeaders, faults } = operation;
  const responded = resultHeaders.map((header) => `${header} (result)`);
  return [
    describeOperation(operation),
    `${style}/${use}`,
    input.join(", "),
    oneWay ? "one-way" : output.join(", "),
    [...headers, ...responded].join(", "),
    faults.map((fault) => fault.detail || fault.name).join(", "),
  ];
}

function actionRows(operation: OperationOutline): string[][] {
  return Object.entries(operation.soapAction).map(([version, action]) => [
    describeOperation(operation),
    version,
    action,
  ]);
}

function typeRows(type: TypeOutline): string[][] {
  const { name, kind, base, parts = [], values = [], facets = [] } = type;
  const derived = base === undefined ? "" : kind === "simpleType" ? base : `extends ${base}`;
  const notes = [type.abstract ? "abstract" : "", derived, facets.join(", ")].filter((word) => word !== "");
  return [
    [kind === "element" ? `<${name}>` : name, "", notes.join(", "), ""],
    ...parts.map((part) => ["", part.name, part.type, occurs(part)]),
    ...values.map((value) => ["", JSON.stringify(value), "", ""]),
  ];
}

function occurs(part: PartOutline): string {
  return [part.occurs, part.choice ? "choice" : "", part.nillable ? "nillable" : ""]
    .filter((word) => word !== "")
    .join(" ");
}

/** Returns "" without rows. `count` is for the title. */
function table(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  count: number = rows.length,
): string {
  if (rows.length === 0) return "";
  const cells = [headings, ...rows].map((row) => row.map((cell) => printable(cell)));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => Array.from(row[column] ?? "").length)));
  const padded = (cell: string, column: number) => cell + " ".repeat(widths[column]! - Array.from(cell).length);
  const lines = cells.map((row) => `  ${row.map(padded).join("  ")}`.trimEnd());
  const [head = "", ...body] = lines;
  return `${title} (${count})\n${head}\n  ${widths.map((width) => "-".repeat(width)).join("  ")}\n${body.join("\n")}\n\n`;
}
