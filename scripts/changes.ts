/** Compares two states of the tree, and returns the changes in its contract and in its interface. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

function generatedNames(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const names = /^export (?:declare )?(?:type|interface|class|const|function) (\w+)/gm;
  return files.flatMap((path) =>
    [...readFileSync(join(folder, path), "utf8").matchAll(names)].map(([, name]) => name!),
  );
}

/**
 * Returns the changes between two reports of an entry point. A name or member that is gone or has another type is
 * breaking. A new one is compatible, unless it is a required member of an interface that users may implement.
 */
export function reportChanges(entry: string, old: string | undefined, now: string | undefined): Change[] {
  if (old === undefined) return [{ severity: "compatible", place: entry, text: "the entry point is new" }];
  if (now === undefined) return [{ severity: "breaking", place: entry, text: "the entry point is gone" }];
  const [before, after] = [declarations(old), declarations(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
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
      return is.isInterface && !/^[^:(]*\?/.test(other)
        ? [change("breaking", `${member} is new and required`)]
        : [change("compatible", `${member} is new`)];
    });
  });
}

interface Declaration {
  isExported: boolean;
  isInterface: boolean;
  /** The texts of members by name. The head, or the whole of a type or function, has an empty name. */
  readonly members: Map<string, string>;
}

/**
 * Parses the declarations of a report by name. API Extractor prints them sorted, with members indented by four spaces.
 */
function declarations(report: string): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  let current: Declaration = { isExported: false, isInterface: false, members: new Map() };
  let [member, hasMembers] = ["", false];
  for (const line of (/^```ts\n([\s\S]*?)^```/m.exec(report)?.[1] ?? "").split("\n")) {
    if (/^\s*(\/\/|$)|^import /.test(line) || (hasMembers && line.startsWith("}"))) continue;
    const head =
      /^(export )?(?:(?:declare|abstract|async) )*(?:(interface|class|enum|type|function|const|let) ([\w$]+)|[*{])/.exec(
        line,
      );
    if (head !== null) {
      const [, exported, kind = "", name = line] = head;
      hasMembers = ["interface", "class", "enum"].includes(kind);
      current = found.get(name) ?? { isExported: false, isInterface: kind === "interface", members: new Map() };
      current.isExported ||= exported !== undefined;
      found.set(name, current);
      member = "";
    } else if (hasMembers && /^ {4}[^\s})]/.test(line)) {
      member =
        /^ {4}(?:(?:readonly|static|abstract|protected|get|set) )*("[^"]*"|\[?[\w$.]*)/.exec(line)?.[1] || line.trim();
    }
    current.members.set(
      member,
      `${current.members.get(member) ?? ""}${line.replace(/^export /, "").replace(/\s+/g, " ")}\n`,
    );
  }
  return found;
}
