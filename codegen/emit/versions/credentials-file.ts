/** `credentials.ts`: the credentials of one version, as its clients take them. */
import type { ExportDeclarationStructure, StatementStructures } from "ts-morph";
import { credentialsName } from "../../model/names/service-names";
import type { ChildRow, VersionRow } from "../../versions/version-table";
import type { CredentialsType } from "../client-file";
import type { KeptTexts } from "../kept-texts";
import { ownComment } from "../text";
import { StructureKind } from "../ts-morph";
import type { VersionFiles } from "./version-file";

/** Where `client.ts` of a version has the credentials from; none where the version has none. */
export function credentialsType({ row }: VersionFiles, module: string): CredentialsType | undefined {
  return childrenOf(row).length === 0 ? undefined : { name: credentialsName(row.className.text), module };
}

/** What the entry points of the version show of `credentials.ts`. */
export function credentialsExport({ name, module }: CredentialsType): ExportDeclarationStructure {
  return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier: module, namedExports: [name] };
}

/** The children that a client may send. */
export function childrenOf({ header }: VersionRow): readonly ChildRow[] {
  return header?.children ?? [];
}

/** The statements of `credentials.ts`. All credentials are optional: they may come from the client, from `with` or from the call. */
export function emitCredentials({ row, module }: VersionFiles, texts: KeptTexts): StatementStructures[] {
  const name = row.className.text;
  return [
    {
      kind: StructureKind.ImportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: module,
      namedImports: ["Credential"],
    },
    {
      // Not an interface: as one, it could not stand for credentials of any names, in a function that takes any client.
      kind: StructureKind.TypeAlias,
      leadingTrivia: "\n",
      isExported: true,
      name: credentialsName(name),
      docs: [
        `Credentials of ${name}. Set them when you make the client, with \`client.with()\`, or in \`auth\` of one call.${requiredText(row)}`,
      ],
      type: texts.keep(["{", ...optionOrder(row).flatMap(property), "}"].join("\n")),
    },
  ];
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
