// The rules, one function each; `brokenRules` is the list of them.
import { type Import, type Module, readModules } from "./modules";
import { kindReaders, kindsOfNodes } from "./node-kinds";

export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Folders from the bottom up: a folder may import itself and those before it. One entry may hold folders of the same layer. */
const runTimeLayers: readonly (readonly string[])[] = [
  ["src/errors", "src/xsd"],
  ["src/texts", "src/xml"],
  ["src/schema/namespaces", "src/schema/scope"],
  ["src/schema/tables"],
  ["src/schema/simple"],
  ["src/schema/plans"],
  ["src/schema/content", "src/schema/tree"],
  ["src/schema/encode", "src/schema/decode"],
  ["src/schema"],
  ["src/attachments"],
  ["src/transport"],
  ["src/addressing", "src/soap"],
  ["src/client"],
  ["src/tool-imports"],
  ["src/security"],
  ["src/doctor"],
  ["src/runtime"],
  ["src/employee-service"],
  ["generated"],
  ["src/telemetry"],
  ["src/index", "src/opentelemetry"],
  ["src/opentelemetry-instrumentation"],
  ["src/export"],
  ["src/queue"],
  ["src/internal"],
  ["src/sandbox"],
  ["src/employee-sandbox"],
  ["src/cli"],
];
const codegenLayers: readonly (readonly string[])[] = [
  ["codegen/diagnostics", "codegen/xml"],
  ["codegen/load"],
  ["codegen/xsd"],
  ["codegen/wsdl"],
  ["codegen/model"],
  ["codegen/tables"],
  ["codegen/payload"],
  ["codegen/compare"],
  ["codegen/versions"],
  ["codegen/config"],
  ["codegen/emit"],
  ["codegen/write"],
  ["codegen/pipeline"],
  ["codegen/own-runtime"],
  ["codegen/instances"],
  ["codegen/verify"],
  ["codegen/commands"],
  ["codegen/cli", "codegen/index"],
];
/** Packages that one folder alone may name. */
const keepers: Readonly<Record<string, readonly string[]>> = {
  soap: ["src/soap"],
  undici: ["src/transport"],
  commander: ["src/cli", "codegen/cli", "codegen/commands"],
  table: ["src/cli/formats"],
  "string-width": ["src/cli/formats"],
  "csv-stringify": ["src/csv"],
  "csv-parse": ["src/export/inputs"],
  "cli-progress": ["src/cli/export"],
  saxes: ["codegen/xml"],
  "ts-morph": ["codegen/config", "codegen/emit", "codegen/write", "codegen/verify"],
  "@opentelemetry/api": ["src/telemetry", "src/opentelemetry", "src/opentelemetry-instrumentation"],
  "@opentelemetry/semantic-conventions": ["src/telemetry"],
  "@opentelemetry/instrumentation": ["src/opentelemetry-instrumentation"],
  pg: ["src/export/postgres"],
  "hyparquet-writer": ["src/export/parquet"],
  bullmq: ["src/queue"],
  ioredis: ["src/queue"],
};
/** A file is split at this many lines: the models of this code reach 293 to 617 in one file of ten. */
const longestFile = 500;

/** Every breach below `root`, in path order. */
export function brokenRules(root: string): Breach[] {
  const modules = readModules(root, ["src", "codegen", "generated"]);
  return [
    ...direction(modules, [...runTimeLayers, []]),
    ...direction(modules, codegenLayers),
    ...halves(modules),
    ...shared(modules),
    ...schemaEntry(modules),
    ...packages(modules),
    ...typesInPlace(modules),
    ...entryPoints(modules),
    ...documentation(modules),
    ...lengths(modules),
    ...nodeKinds(modules, kindsOfNodes(root)),
  ];
}

function layerIndex(layers: readonly (readonly string[])[], file: string): number {
  return layers.findIndex((folders) =>
    folders.some((folder) => file === `${folder}.ts` || file === folder || file.startsWith(`${folder}/`)),
  );
}

/** Imports flow one way: from a layer to itself or to one below. */
export function direction(modules: readonly Module[], layers: readonly (readonly string[])[]): Breach[] {
  return eachImport(modules, (module, imported) => {
    if (!imported.isRelative) return undefined;
    const from = layerIndex(layers, module.file);
    const to = layerIndex(layers, imported.target);
    return from >= 0 && to > from ? `imports ${imported.target}, which stands above it` : undefined;
  });
}

/** What both halves are about, whichever way they go: the one folder of the run time that the generator may import. */
const sharedFolder = "src/xsd";
/** Texts of simple types, made by a seed: for both halves, of what the shared folder knows. */
const textFolder = "src/texts";
/** The project's names and version, and numbers by a seed: single files for both halves. */
const sharedFiles = [
  "command-notes",
  "kind-of",
  "names",
  "policy-needs",
  "printable",
  "random",
  "version",
  "wait-note",
].map((name) => `src/${name}`);
/** The one module of the generator that loads the run time, by its entry points. */
const meeting = "codegen/own-runtime.ts";
const meetingPoints = [
  "src/runtime",
  "src/doctor/index",
  "src/sandbox/index",
  "src/sandbox/internal",
  "src/security/index",
];
/** What makes tables of a model, and what compares tables, name their nouns: types, no code. */
const tableFolders = ["codegen/tables", "codegen/compare"];
/** The folders of the generator that read and compare contracts. The doctor examines the live one with them. */
const readingFolders = ["diagnostics", "load", "xml", "xsd", "wsdl", "model", "tables", "payload", "compare"].map(
  (name) => `codegen/${name}`,
);

/**
 * The generator and the run time never import each other. What both need is the shared folder's; and contracts have one
 * reader, the generator's, which stands on nothing of the run time: the doctor imports it.
 */
export function halves(modules: readonly Module[]): Breach[] {
  return eachImport(modules, (module, imported) => {
    if (!imported.isRelative || isIn(sharedFolder, imported.target)) return undefined;
    if (isIn(textFolder, imported.target)) return undefined;
    if (sharedFiles.includes(imported.target)) return undefined;
    if (module.file === meeting && meetingPoints.includes(imported.target)) return undefined;
    if (tableFolders.some((folder) => isIn(folder, module.file)) && imported.target === "src/schema/codec")
      return imported.isTypeOnly ? undefined : `imports code of ${imported.target}: it has its nouns alone`;
    // The tables are asked as everybody asks them; it is part of the doctor alone.
    if (isIn("codegen/compare", module.file) && imported.target === "src/tool-imports") return undefined;
    if (isIn("src/doctor", module.file) && readingFolders.some((folder) => isIn(folder, imported.target)))
      return undefined;
    const inCodegen = module.file.startsWith("codegen/");
    const toCodegen = imported.target.startsWith("codegen/");
    return inCodegen !== toCodegen ? `imports ${imported.target}: codegen/ and the run time never meet` : undefined;
  });
}

/** The shared folder stands on nothing but itself and the language. */
export function shared(modules: readonly Module[]): Breach[] {
  return eachImport(modules, (module, imported) => {
    if (isIn(textFolder, module.file)) {
      const allowed = [textFolder, sharedFolder, "src/random"].some((folder) => isIn(folder, imported.target));
      return allowed
        ? undefined
        : `imports ${imported.target}: ${textFolder} imports ${sharedFolder} and src/random alone`;
    }
    if (!isIn(sharedFolder, module.file) || (imported.isRelative && isIn(sharedFolder, imported.target)))
      return undefined;
    return `imports ${imported.target}: ${sharedFolder} imports nothing`;
  });
}

/** The schema folders are entered by `codec.ts`; the entry point for generated code shows the builders of tables too. */
export function schemaEntry(modules: readonly Module[]): Breach[] {
  return eachImport(modules, (module, imported) => {
    if (!imported.isRelative || !isIn("src/schema", imported.target) || isIn("src/schema", module.file))
      return undefined;
    if (imported.target === "src/schema/codec") return undefined;
    if (module.file === "src/runtime.ts" && isIn("src/schema/tables", imported.target)) return undefined;
    if (module.file === "src/runtime.ts" && imported.target === "src/schema/contract") return undefined;
    return `imports ${imported.target}: enter src/schema by src/schema/codec`;
  });
}

function isIn(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

export function packages(modules: readonly Module[]): Breach[] {
  return eachImport(modules, (module, imported) => {
    if (imported.isRelative) return undefined;
    const name = imported.target.startsWith("@")
      ? imported.target.split("/").slice(0, 2).join("/")
      : imported.target.split("/")[0]!;
    const folders = keepers[name];
    if (!folders || layerIndex([folders], module.file) === 0) return undefined;
    return `imports ${imported.target}, which only ${folders.join(", ")} may name`;
  });
}

/** What Biome's rule of cycles sees: it follows `import type`, and not a type that is imported where it is used. */
export function typesInPlace(modules: readonly Module[]): Breach[] {
  return modules.flatMap(({ file, typesInPlace: lines }) =>
    lines.map((line) => ({ file, line, message: "import the type at the top of the file, with import type" })),
  );
}

/** Entry points are lists of names. What a generated file exports is one already, and not known beforehand. */
export function entryPoints(modules: readonly Module[]): Breach[] {
  const isGenerated = (module: Module, line: number): boolean =>
    module.imports.some((imported) => imported.line === line && imported.target.startsWith("generated/"));
  return modules.flatMap((module) => [
    ...module.starExports
      .filter((line) => !isGenerated(module, line))
      .map((line) => ({
        file: module.file,
        line,
        message: "export * hides what an entry point shows: list the names",
      })),
  ]);
}

/** Folders whose every export an entry point shows: each is documented where it stands. */
const publicFolders = [
  "src/errors",
  "src/client/map-concurrent",
  "src/opentelemetry",
  "src/opentelemetry-instrumentation",
  "src/doctor/diagnosis",
];

export function documentation(modules: readonly Module[]): Breach[] {
  return modules
    .filter((module) => layerIndex([publicFolders], module.file) === 0)
    .flatMap(({ file, undocumented }) =>
      undocumented.map(({ name, line }) => ({ file, line, message: `${name} is public and has no docstring` })),
    );
}

/** The kinds of table nodes are told apart in the schema folders, by switches that name all of them. All others ask the view. */
export function nodeKinds(
  modules: readonly Module[],
  kinds: ReadonlyMap<string, readonly string[]>,
  readers: Readonly<Record<string, string>> = kindReaders,
): Breach[] {
  const known = new Set([...kinds.values()].flat());
  const unions = ["TypeNode", "PartNode", "ParticleNode"].map((name) => kinds.get(name) ?? []);
  // A walker may have dealt with nil, base types and groups before.
  const before = ["nillable", "extension", ...(kinds.get("GroupNode") ?? [])];
  const isWhole = (words: readonly string[]) =>
    unions.some((union) => union.every((kind) => words.includes(kind) || before.includes(kind)));
  return modules.flatMap(({ file, kindTests }) => {
    const tests = kindTests.filter(({ words }) => words.length > 0 && words.every((word) => known.has(word)));
    const meetsTables = isIn("src", file) || isIn("codegen/compare", file);
    if (!meetsTables || isIn(sharedFolder, file) || isIn(textFolder, file)) return [];
    const breach = (line: number, message: string) => ({ file, line, message });
    if (isIn("src/schema", file)) {
      return tests
        .filter(({ isSwitch, hasCheckedDefault, words }) => isSwitch && !hasCheckedDefault && !isWhole(words))
        .map(({ line }) => breach(line, "a switch over kinds of nodes names every kind, or its default uses the node"));
    }
    if (Object.hasOwn(readers, file))
      return tests.length > 0 ? [] : [breach(1, "compares no kinds: take it off the list")];
    return tests.map(({ line }) => breach(line, "compares kinds of table nodes: ask src/schema/tables/view.ts"));
  });
}

export function lengths(modules: readonly Module[]): Breach[] {
  return modules
    .filter((module) => !module.file.startsWith("generated/") && module.lines > longestFile)
    .map((module) => ({
      file: module.file,
      line: longestFile,
      message: `${module.lines} lines: look for the second duty`,
    }));
}

function eachImport(
  modules: readonly Module[],
  rule: (module: Module, imported: Import) => string | undefined,
): Breach[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((imported) => {
      const message = rule(module, imported);
      return message === undefined ? [] : [{ file: module.file, line: imported.line, message }];
    }),
  );
}
