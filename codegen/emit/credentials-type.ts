/** The credentials of one version, as its clients take them. */
import { exportedType, ownComment } from "soapwright/internal";
import { credentialsName } from "soapwright-contract";
import type { ChildRow, VersionRow } from "../versions/version-table";

/** The children that a client may send. */
export function childrenOf({ header }: VersionRow): readonly ChildRow[] {
  return header?.children ?? [];
}

/** The name of their type, in a list that is empty where there are none. */
export function credentialsNames(row: VersionRow): string[] {
  return childrenOf(row).length === 0 ? [] : [credentialsName(row.className.text)];
}

/** The declaration of a type, by its name. */
export interface CredentialsType {
  readonly name: string;
  readonly text: string;
}

/**
 * The type of the credentials, whose texts are of the runtime's `Credential`; none where the version has none. All are
 * optional: they may come from the client, from `with` or from the call.
 */
export function emitCredentials(row: VersionRow): CredentialsType | undefined {
  if (childrenOf(row).length === 0) return undefined;
  const client = row.className.text;
  const name = credentialsName(client);
  const comment = `Credentials of ${client}. Set them when you make the client, with \`client.with()\`, or in \`auth\` of one call.${requiredText(row)}`;
  // An interface keeps the comments of its members in declarations: of an object type, compilers print each behind the member before.
  // The exported type is not that interface, which could not stand for credentials of any names in a function that takes any client.
  const shape = `Named${name}`;
  const members = ["{", ...optionOrder(row).flatMap(property), "}"].join("\n");
  const text = `{ [Name in keyof ${shape}]: ${shape}[Name] }`;
  return { name, text: `\ninterface ${shape} ${members}\n${exportedType(name, text, comment)}` };
}

function property({ option, documentation, name, required }: ChildRow): string[] {
  const text = ownComment(documentation ?? usualText(name.text, required)).replace(/\s+/g, " ");
  return [`  /** ${text} */`, `  readonly ${option}?: Credential | undefined;`];
}

/** Required ones first: what a call cannot go without. */
function optionOrder(row: VersionRow): ChildRow[] {
  const children = childrenOf(row);
  return [...children.filter(({ required }) => required), ...children.filter(({ required }) => !required)];
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
