/** Compares two states of the tree, and returns the changes in its contract and in its interface. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { bin } from "../node_modules/soapwright/package.json";

export interface Change {
  readonly severity: "breaking" | "compatible" | "documentation";
  /** The operation, type or name that changed. */
  readonly place: string;
  readonly text: string;
}

/** Returns a line of a list, such as `- Order.Code: is gone`. */
export function lineOf({ place, text }: Change): string {
  return `- ${text.startsWith(place) ? text : `${place}: ${text}`}`;
}

/**
 * Returns the changes between two folders of WSDLs, as `soapwright diff` judges them. @throws Error if a WSDL cannot be
 * read.
 */
export function contractChanges(old: string, now: string): Change[] {
  const soapwright = join(__dirname, "../node_modules/soapwright", bin.soapwright);
  const printed = execFileSync(process.execPath, [soapwright, "diff", old, now, "--json"], {
    encoding: "utf8",
    stdio: "pipe",
  });
  const { changes } = JSON.parse(printed) as { changes: (Omit<Change, "text"> & { readonly description: string })[] };
  return changes.map(({ severity, place, description }) => ({ severity, place, text: description }));
}

/**
 * Returns the changes between the reports in `api/`, by their names. Names in generated code are left out: the
 * comparison of the contract judges them, because it knows whether their values are sent or received.
 */
export function interfaceChanges(old: string, now: string): Map<string, Change[]> {
  const generated = new Set([...generatedNames(join(old, "generated")), ...generatedNames(join(now, "generated"))]);
  const reports = new Set([old, now].flatMap((root) => readdirSync(join(root, "api"))));
  return new Map(
    [...reports].sort().map((file) => {
      const [before, after] = [old, now]
        .map((root) => join(root, "api", file))
        .map((path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined));
      const entry = file.replace(/\.api\.md$/, "");
      return [
        entry,
        reportChanges(entry, before, after).filter(({ place }) => !generated.has(place.split(" ")[1] ?? "")),
      ];
    }),
  );
}

/** Returns the names that the files of a folder declare. Names that they pass on are those of others. */
function generatedNames(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const all = files.map((path) => readDeclarations(readFileSync(join(folder, path), "utf8")));
  return all.flatMap((declarations) => [...declarations].flatMap(([name, { isListed }]) => (isListed ? [] : [name])));
}

/**
 * Returns the changes between two reports of an entry point. A name or member that is gone or has another type is
 * breaking. A new one is compatible, unless it is a required member of an interface that users may implement.
 */
export function reportChanges(entry: string, old: string | undefined, now: string | undefined): Change[] {
  if (old === undefined) return [{ severity: "compatible", place: entry, text: "the entry point is new" }];
  if (now === undefined) return [{ severity: "breaking", place: entry, text: "the entry point is gone" }];
  const [before, after] = [old, now].map((report) =>
    readDeclarations(/^```ts\n([\s\S]*?)^```/m.exec(report)?.[1] ?? ""),
  );
  return [...new Set([...before!.keys(), ...after!.keys()])].flatMap((name) => {
    const [was, is] = [before!.get(name), after!.get(name)];
    const change = (severity: Change["severity"], text: string): Change => ({
      severity,
      place: `${entry} ${name}`,
      text,
    });
    if (is?.isExported && !was?.isExported) return [change("compatible", "is new")];
    if (was?.isExported && !is?.isExported) return [change("breaking", "is gone")];
    if (was === undefined || is === undefined) return [];
    return [...new Set([...was.members.keys(), ...is.members.keys()])].flatMap((member) => {
      const [text, other] = [was.members.get(member), is.members.get(member)];
      if (text === other) return [];
      if (other === undefined) return [change("breaking", `${member} is gone`)];
      if (text !== undefined)
        return [change("breaking", member === "" ? "has another type" : `${member} has another type`)];
      return is.required.has(member)
        ? [change("breaking", `${member} is new and required`)]
        : [change("compatible", `${member} is new`)];
    });
  });
}

interface Declaration {
  isExported: boolean;
  /** Whether all that is known is a name in a list of exports. */
  isListed: boolean;
  /** The texts of members by name. The head, or the whole of a type or function, has an empty name. */
  readonly members: Map<string, string>;
  /** The members without which a value does not implement an interface. */
  readonly required: Set<string>;
}

const printer = ts.createPrinter({ removeComments: true });

/** Returns the declarations of a file of declarations by name. Declarations of one name, such as overloads, count as one. */
function readDeclarations(text: string): Map<string, Declaration> {
  const source = ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Declaration>();
  const textOf = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, source).replace(/\s+/g, " ");
  const declare = (name: string, isExported: boolean, isListed = false): Declaration => {
    const one = found.get(name) ?? { isExported, isListed, members: new Map(), required: new Set() };
    found.set(name, one);
    one.isExported ||= isExported;
    one.isListed &&= isListed;
    return one;
  };
  const add = ({ members }: Declaration, member: string, of: string): void => {
    members.set(member, `${members.get(member) ?? ""}${of}\n`);
  };
  for (const statement of source.statements) {
    const isExported = ts.canHaveModifiers(statement) && (statement.modifiers ?? []).some(isExportKeyword);
    if (ts.isImportDeclaration(statement)) {
      // A namespace is declared by the import of a file.
      const bindings = statement.importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) declare(bindings.name.text, false);
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (exportClause === undefined) declare(textOf(statement), true, true);
      else if (ts.isNamespaceExport(exportClause)) declare(exportClause.name.text, true);
      else for (const { name } of exportClause.elements) declare(name.text, true, true);
    } else if (ts.isVariableStatement(statement)) {
      for (const variable of statement.declarationList.declarations)
        add(declare(variable.name.getText(), isExported), "", textOf(variable));
    } else if (ts.isModuleDeclaration(statement) && statement.body !== undefined && ts.isModuleBlock(statement.body)) {
      const one = declare(statement.name.text, isExported);
      // A namespace lists names that are declared beside it, or declares its own.
      for (const [name, { members }] of readDeclarations(textOf(statement.body).slice(1, -1)))
        add(one, name, JSON.stringify([...members]));
    } else if (
      ts.isInterfaceDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
    ) {
      const one = declare(statement.name?.text ?? "default", isExported);
      add(one, "", headOf(statement).map(textOf).join(" "));
      for (const member of statement.members) {
        const name = member.name?.getText() ?? ts.SyntaxKind[member.kind];
        add(one, name, textOf(member));
        if (ts.isTypeElement(member) && member.questionToken === undefined) one.required.add(name);
      }
    } else {
      const named =
        ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement) ? statement.name : undefined;
      add(declare(named?.text ?? textOf(statement), isExported), "", textOf(statement).replace(/^export /, ""));
    }
  }
  return found;
}

function isExportKeyword({ kind }: ts.ModifierLike): boolean {
  return kind === ts.SyntaxKind.ExportKeyword;
}

/** Returns what a declaration says before its members: what it is, its type parameters, and what it extends. */
function headOf(node: ts.InterfaceDeclaration | ts.ClassDeclaration | ts.EnumDeclaration): ts.Node[] {
  const members = new Set<ts.Node>(node.members);
  const head: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    if (!members.has(child) && !isExportKeyword(child as ts.ModifierLike)) head.push(child);
  });
  return head;
}
