import { printable } from "soapwright-runtime/internal";
import type { Outline } from "./outline";
import type { PartOutline, TypeOutline } from "./type-outline";

/** A class diagram for Mermaid: services with their operations, types with their parts, and what refers to what. */
export function outlineDiagram({ services, operations, types }: Outline): string {
  const names = new DiagramNames();
  const lines = ["classDiagram"];
  for (const service of services) {
    const id = names.of(`service ${service.name}`, service.name);
    const portTypes = new Set(service.ports.map(({ portType }) => portType));
    const own = operations.filter(({ portType }) => portTypes.has(portType));
    lines.push(`  class ${id}["${label(service.name)}"] {`, "    <<service>>");
    for (const operation of own) {
      const result = operation.oneWay ? "" : ` ${word(operation.output.join(" "))}`;
      lines.push(`    +${word(operation.name)}(${operation.input.map(word).join(", ")})${result}`);
    }
    lines.push("  }");
    const payloads = new Set(own.flatMap(({ input, output, headers }) => [...input, ...output, ...headers]));
    for (const type of types) {
      if (payloads.has(type.name) && type.kind === "element")
        lines.push(`  ${id} ..> ${names.of(key(type), type.name)}`);
    }
  }
  const byName = new Map(types.map((type) => [type.name, type]));
  for (const type of types) lines.push(...typeLines(type, byName, names));
  return `${lines.join("\n")}\n`;
}

function typeLines(type: TypeOutline, byName: ReadonlyMap<string, TypeOutline>, names: DiagramNames): string[] {
  const id = names.of(key(type), type.name);
  const mark = type.values ? "enumeration" : type.abstract ? "abstract" : type.kind;
  const lines = [`  class ${id}["${label(type.name)}"] {`, `    <<${mark}>>`];
  for (const value of type.values ?? []) lines.push(`    ${word(value)}`);
  for (const part of type.parts ?? []) lines.push(`    ${word(part.type)} ${word(part.name)}${multiplicity(part)}`);
  lines.push("  }");
  const base = type.base === undefined ? undefined : byName.get(type.base);
  if (base && base !== type) lines.push(`  ${names.of(key(base), base.name)} <|-- ${id}`);
  for (const part of type.parts ?? []) {
    const other = byName.get(part.type);
    if (other) lines.push(`  ${id} --> "${part.occurs}" ${names.of(key(other), other.name)} : ${word(part.name)}`);
  }
  return lines;
}

function key({ namespace, name, kind }: TypeOutline): string {
  return `${kind} ${namespace} ${name}`;
}

function multiplicity({ occurs, nillable }: PartOutline): string {
  return `${occurs === "1" ? "" : ` [${occurs}]`}${nillable ? " nillable" : ""}`;
}

/** Text without what Mermaid reads as syntax. */
function word(text: string): string {
  return text.replace(/[^\p{L}\p{N}_@*.:-]+/gu, "_");
}

function label(text: string): string {
  return printable(text).replace(/["`<>]/g, "_");
}

/** Identifiers of a diagram: letters and digits, one for each thing. */
class DiagramNames {
  readonly #ids = new Map<string, string>();
  readonly #taken = new Set<string>();

  of(thing: string, name: string): string {
    let id = this.#ids.get(thing);
    if (id === undefined) {
      const plain = name.replace(/[^A-Za-z0-9_]/g, "_") || "_";
      id = plain;
      for (let number = 2; this.#taken.has(id); number++) id = `${plain}_${number}`;
      this.#taken.add(id);
      this.#ids.set(thing, id);
    }
    return id;
  }
}
