/** Checks that the WSDL has everything that a row names. Hints list what the WSDL has instead. */
import {
  type AlternativeModel,
  type ClientModel,
  type Diagnostics,
  type ElementModel,
  type Model,
  optionsName,
  restrictedBuiltIn,
  type TypeModel,
  typeOf,
  typesById,
  type ValueType,
} from "soapwright-contract";
import type { HeaderRow, VersionRow } from "./version-table";

export function checkRow(row: VersionRow, model: Model, found: Diagnostics): void {
  const [client] = model.clients;
  if (client === undefined) return;
  if (row.header !== undefined) checkHeader(row.header, row, client, model, found);
  else if (client.headers.length > 0) {
    const names = client.headers.map(({ name }) => name.local).join(", ");
    found.warning(
      row,
      "version-header-unnamed",
      `no header is named, but operations of ${row.wsdl.text} may send ${names}`,
    );
  }
  const usedNames = [...model.types.map(({ name }) => name), client.headersName, optionsName(row.className.text)];
  for (const { text, position } of row.types) {
    if (usedNames.includes(text)) continue;
    found.error(position, "version-type-unknown", `${row.wsdl.text} has no type ${text}`, {
      hint: `it has ${listed(usedNames)}`,
    });
  }
}

function checkHeader(
  header: HeaderRow,
  { wsdl }: VersionRow,
  client: ClientModel,
  model: Model,
  found: Diagnostics,
): void {
  const block = client.headers.find(({ name }) => name.local === header.element.text);
  if (block === undefined) {
    const names = client.headers.map(({ name }) => name.local);
    const hint = names.length === 0 ? "its operations declare no header block" : `there is ${listed(names)}`;
    found.error(
      header.element,
      "version-header-unknown",
      `no operation of ${wsdl.text} has a header block ${header.element.text}`,
      { hint },
    );
    return;
  }
  const types = typesById(model);
  const declared = elementsOf(block.type, types);
  const named = new Set(header.children.map(({ name }) => name.text));
  for (const { key } of declared) {
    if (named.has(key)) continue;
    found.warning(
      header.element,
      "version-child-unsent",
      `no client sends ${key} of ${header.element.text} in ${wsdl.text}`,
      {
        hint: "add it to the children of this header, or the service never gets it",
      },
    );
  }
  for (const { name } of header.children) {
    const child = declared.find((candidate) => candidate.key === name.text);
    if (child === undefined) {
      const names = declared.map(({ key }) => key);
      const hint = names.length === 0 ? "it has no children" : `it has ${listed(names)}`;
      found.error(name, "version-child-unknown", `${header.element.text} of ${wsdl.text} has no child ${name.text}`, {
        hint,
      });
    } else if (child.max > 1 || !texts.includes(restrictedBuiltIn(child.type, types))) {
      found.error(name, "version-child-not-text", `${name.text} of ${header.element.text} is not a text`, {
        hint: `it is ${child.max > 1 ? "a list of " : ""}${child.typeLabel}`,
      });
    }
  }
}

function elementsOf(value: ValueType, types: ReadonlyMap<number, TypeModel>): ElementModel[] {
  const type = typeOf(value, types);
  // The declared type is the only alternative that is sent without xsi:type.
  const declared = alternativesOf(type).find((one) => one.declared && !one.wrapped);
  if (declared !== undefined) return elementsOf(declared.type, types);
  if (type?.kind !== "complex") return [];
  const inherited = type.base === undefined ? [] : elementsOf({ of: "type", id: type.base }, types);
  return [...inherited, ...type.parts.filter((part) => part.kind === "element")];
}

/** The types of values that a client takes as text. */
const texts: readonly unknown[] = ["string", "normalizedString", "token", "anySimpleType", "anyURI", "decimal"];

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(", ");
  return names.length > 10 ? `${shown} … (${names.length} in all)` : shown;
}

/** Returns the alternatives of a polymorphic type, and none of any other type. */
function alternativesOf(type: TypeModel | undefined): readonly AlternativeModel[] {
  return type?.kind === "polymorphic" ? type.alternatives : [];
}
