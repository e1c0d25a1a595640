import { credentialsName } from "soapwright-contract";
import { exportedType } from "../emit/declarations";
import { ownComment } from "../emit/text";
import type { ChildRow, VersionRow } from "./version-table";

export function childrenOf({ header }: VersionRow): readonly ChildRow[] {
  return header?.children ?? [];
}

export function credentialsNames(row: VersionRow): string[] {
  return childrenOf(row).length === 0 ? [] : [credentialsName(row.className.text)];
}

/**
 * Returns undefined for a version without credentials. Each member is optional, because it may come from the client,
 * `with` or the call.
 */
export function emitCredentials(row: VersionRow) {
  const [name] = credentialsNames(row);
  if (name === undefined) return undefined;
  const comment = `Credentials of ${row.className.text}. Set them when you make the client, with \`client.with()\`, or in \`auth\` of one call.${requiredText(row)}`;
  // Interfaces keep member comments in declarations; of an object type, compilers print each comment behind the
  // previous member. The exported type is a mapped type, because an interface is not assignable to credentials with
  // arbitrary names.
  const shape = `Named${name}`;
  const children = childrenOf(row).toSorted((one, other) => Number(other.required) - Number(one.required));
  const members = ["{", ...children.flatMap(property), "}"].join("\n");
  const text = `{ [Name in keyof ${shape}]: ${shape}[Name] }`;
  return { name, text: `\ninterface ${shape} ${members}\n${exportedType(name, text, comment)}` };
}

function property({ option, documentation, name, required }: ChildRow): string[] {
  const text = ownComment(documentation ?? usualText(name.text, required)).replace(/\s+/g, " ");
  return [`  /** ${text} */`, `  readonly ${option}?: Credential | undefined;`];
}

function requiredText(row: VersionRow): string {
  const required = childrenOf(row).filter((child) => child.required);
  if (required.length === 0) return "";
  const names = required.map(({ option }) => `\`${option}\``).join(", ");
  return ` A call without ${names} rejects with a \`ConfigurationError\`.`;
}

function usualText(child: string, isRequired: boolean): string {
  return `Sent as ${child} in the header. ${isRequired ? "Every call needs it." : "Left out unless you set it."}`;
}
