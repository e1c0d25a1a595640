/** What changed between two reports of an entry point, judged for those who use its names. */
import ts from "typescript";
import type { Change } from "./changes";

interface Declared {
  readonly isExported: boolean;
  readonly kind: ts.SyntaxKind;
  /** Members by name, of an interface, a class or an enumeration; else the whole declaration. */
  readonly members: ReadonlyMap<string, { readonly text: string; readonly isOptional: boolean }>;
}

const whole = "";

/**
 * A name or member that is gone or has another type is breaking; a new one is compatible, unless it is a required member of
 * an interface, which users may have made objects of. Names in `contractNames` are left out: the contract's own comparison judges them,
 * and knows whether their values are sent or received.
 */
export function apiChanges(
  entry: string,
  old: string | undefined,
  now: string | undefined,
  contractNames: ReadonlySet<string>,
): Change[] {
  if (old === undefined) return [{ severity: "compatible", place: entry, words: "the entry point is new" }];
  if (now === undefined) return [{ severity: "breaking", place: entry, words: "the entry point is gone" }];
  const [before, after] = [declarations(old), declarations(now)];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => !contractNames.has(name));
  return names.flatMap((name) => changesOf(`${entry} ${name}`, before.get(name), after.get(name)));
}

function changesOf(place: string, old: Declared | undefined, now: Declared | undefined): Change[] {
  const breaking = (words: string): Change => ({ severity: "breaking", place, words });
  const compatible = (words: string): Change => ({ severity: "compatible", place, words });
  if (!old?.isExported && !now?.isExported && !(old && now)) return [];
  if (old === undefined || (!old.isExported && now?.isExported)) return [compatible("is new")];
  if (now === undefined || (old.isExported && !now.isExported)) return [breaking("is gone")];
  if (old.kind !== now.kind) return [breaking("is declared in another way")];
  return [...new Set([...old.members.keys(), ...now.members.keys()])].flatMap((name) => {
    const [before, after] = [old.members.get(name), now.members.get(name)];
    if (before?.text === after?.text) return [];
    if (name === whole) return [breaking("has another type")];
    if (after === undefined) return [breaking(`${name} is gone`)];
    if (before !== undefined) return [breaking(`${name} has another type`)];
    const isRequired = now.kind === ts.SyntaxKind.InterfaceDeclaration && !after.isOptional;
    return [isRequired ? breaking(`${name} is new and required`) : compatible(`${name} is new`)];
  });
}

/** The declarations of a report, by name; those of one name (an overload, a type and a value) are one. */
function declarations(report: string): Map<string, Declared> {
  const text = /^```ts\n([\s\S]*?)^```/m.exec(report)?.[1] ?? "";
  const source = ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Declared>();
  for (const statement of source.statements) {
    const name = nameOf(statement);
    if (name === undefined || !ts.canHaveModifiers(statement)) continue;
    const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const earlier = found.get(name);
    found.set(name, {
      isExported: isExported || (earlier?.isExported ?? false),
      kind: earlier?.kind ?? statement.kind,
      members: merged(earlier?.members, membersOf(statement, source)),
    });
  }
  return found;
}

function merged(a: Declared["members"] | undefined, b: Declared["members"]): Declared["members"] {
  const all = new Map(a);
  for (const [name, { text, isOptional }] of b) {
    const other = all.get(name);
    all.set(name, { text: other === undefined ? text : `${other.text}\n${text}`, isOptional });
  }
  return all;
}

function membersOf(statement: ts.Statement, source: ts.SourceFile): Declared["members"] {
  const textOf = (node: ts.Node) => node.getText(source).replace(/\s+/g, " ");
  if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement) && !ts.isEnumDeclaration(statement)) {
    return new Map([[whole, { text: textOf(statement), isOptional: false }]]);
  }
  const head = textOf(statement).slice(0, textOf(statement).indexOf("{")).trim();
  const members = new Map([[whole, { text: head, isOptional: false }]]);
  for (const member of statement.members) {
    const name = member.name === undefined ? ts.SyntaxKind[member.kind].toLowerCase() : textOf(member.name);
    const isOptional = "questionToken" in member && member.questionToken !== undefined;
    const text = members.has(name) ? `${members.get(name)!.text} ${textOf(member)}` : textOf(member);
    members.set(name, { text, isOptional });
  }
  return members;
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText();
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    return statement.name?.text;
  }
  return undefined;
}
