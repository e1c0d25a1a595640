/** What each entry point shows its users, as API Extractor reports it: committed in `api/`, so that a change of it is seen. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { readPackages } from "./packages";

/** The report of each entry point, by the name of its file in `api/`. Wants the built declarations. */
export function apiReports(root: string, entries: ReadonlyMap<string, string>): Map<string, string> {
  const scratch = join(root, "reports/api");
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  return new Map(
    [...entries].map(([name, declarations]) => [`${name}.api.md`, report(root, scratch, name, declarations)]),
  );
}

function report(root: string, scratch: string, name: string, declarations: string): string {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, declarations),
      compiler: { overrideTsconfig: compiler(join(root, declarations)) },
      newlineKind: "lf",
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: scratch,
        reportTempFolder: join(scratch, "temp"),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: "error" as ExtractorLogLevel } },
        extractorMessageReporting: { default: { logLevel: "none" as ExtractorLogLevel } },
        tsdocMessageReporting: { default: { logLevel: "none" as ExtractorLogLevel } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
  });
  const problems: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      if (message.logLevel === ExtractorLogLevel.Error) problems.push(message.formatMessageWithLocation(root));
      message.handled = true;
    },
  });
  if (!succeeded) throw new Error(`API Extractor cannot read ${declarations}:\n${problems.join("\n")}`);
  return readFileSync(join(scratch, `${name}.api.md`), "utf8");
}

function compiler(file: string): object {
  return {
    compilerOptions: {
      strict: true,
      target: "es2022",
      lib: ["es2023", "esnext.disposable"],
      module: "node16",
      types: ["node"],
    },
    files: [file],
  };
}

/**
 * Declarations of each entry point of every package, by a name for its report: those of the client by their own names, others
 * after their package. A pattern is as many as there are files. Entry points for packages of the same version are nobody else's.
 */
export function entryPointDeclarations(root: string): Map<string, string> {
  return new Map(
    readPackages(root).flatMap(({ name, folder }) =>
      declarationsOf(join(root, folder)).flatMap(([entry, file]) => {
        const flat = entry.replace(/^\.\/?/, "").replace(/\//g, "-");
        if (flat.startsWith("internal")) return [];
        const report = folder === "." ? flat || "index" : [name, flat].filter(Boolean).join("-");
        return [[report, join(folder, file)] as const];
      }),
    ),
  );
}

function declarationsOf(home: string): (readonly [entry: string, file: string])[] {
  const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string | { readonly require: { readonly types: string } }>>;
  };
  const built = readdirSync(join(home, "dist"), { recursive: true, encoding: "utf8" }).map(
    (path) => `./dist/${path.split(sep).join("/")}`,
  );
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === "string") return [];
    const [before = "", after] = target.require.types.split("*");
    if (after === undefined) return [[entry, before] as const];
    const files = built.filter((path) => path.startsWith(before) && path.endsWith(after));
    return files.map(
      (path) => [entry.replace("*", path.slice(before.length, path.length - after.length)), path] as const,
    );
  });
}

/** The names that the generator wrote, as JSON: their changes follow from the contract. */
export function generatedNamesOf(root: string): string {
  const files = readdirSync(join(root, "generated"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const names = files.flatMap((path) =>
    [
      ...readFileSync(join(root, "generated", path), "utf8").matchAll(
        /^export (?:declare )?(?:type|interface|class|const|function) (\w+)/gm,
      ),
    ].map(([, name]) => name),
  );
  return `${JSON.stringify([...new Set(names)].sort(), undefined, 2)}\n`;
}

/** Where two sets of reports differ, a line each. */
export function differences(committed: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...new Set([...committed.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [before, after] = [committed.get(name), now.get(name)];
    if (before === after) return [];
    if (before === undefined) return [`api/${name} is missing.`];
    if (after === undefined) return [`api/${name} belongs to no entry point.`];
    const [old, lines] = [new Set(before.split("\n")), after.split("\n")];
    const at = lines.findIndex((line) => !old.has(line));
    return [`api/${name} differs${at < 0 ? "" : `, first in: ${lines[at]!.trim()}`}.`];
  });
}

/** Writes the reports into `api/`, and removes those of entry points that are gone. */
export function writeReports(root: string, reports: ReadonlyMap<string, string>): void {
  rmSync(join(root, "api"), { recursive: true, force: true });
  mkdirSync(join(root, "api"));
  for (const [name, text] of reports) writeFileSync(join(root, "api", name), text);
}
