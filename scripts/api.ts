// `make api` writes api/, the interface of each entry point, by API Extractor; `make api-check` fails on differences.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from "@microsoft/api-extractor";
import { readWorkspaces, type Target } from "./workspaces";

const check = process.argv[2] === "--check";
const folder = resolve("reports/api");

function main(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entries = entryPoints();
  const files = entries.map(([, declarations]) => resolve(declarations));
  const prepared = entries.map(([report], at) => prepare(report, files[at] as string, files));
  const [first] = prepared;
  // One program of all entry points: to read the libraries again for each of them takes minutes.
  const compilerState = first && CompilerState.create(first, { additionalEntryPoints: files });
  const failed = entries
    .filter((_, at) => !extracts(prepared[at] as ExtractorConfig, compilerState))
    .map(([report]) => report);
  const left = readdirSync("api").filter((file) => !entries.some(([report]) => file === `${report}.api.md`));
  if (!check) for (const file of left) rmSync(join("api", file));
  else failed.push(...left);
  if (failed.length === 0) return;
  console.error(
    `error: api/ is not what the entry points show: ${failed.join(", ")}. Run make api, read the difference and commit it.`,
  );
  process.exitCode = 1;
}

function prepare(report: string, declarations: string, files: readonly string[]): ExtractorConfig {
  const none = { logLevel: ExtractorLogLevel.None };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve("."),
      mainEntryPointFilePath: declarations,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            strict: true,
            target: "es2022",
            lib: ["es2023", "esnext.disposable"],
            module: "node16",
            types: ["node"],
          },
          files,
        },
      },
      newlineKind: "lf",
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: resolve("api"),
        reportTempFolder: folder,
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: { default: none, "ae-forgotten-export": { ...none, addToApiReportFile: false } },
        tsdocMessageReporting: { default: none },
      },
    },
    configObjectFullPath: join(folder, `${report}.json`),
    packageJsonFullPath: resolve("package.json"),
  });
}

function extracts(config: ExtractorConfig, compilerState: CompilerState | undefined): boolean {
  const quiet = (message: ExtractorMessage): void => {
    if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
  };
  return Extractor.invoke(config, {
    localBuild: !check,
    messageCallback: quiet,
    ...(compilerState && { compilerState }),
  }).succeeded;
}

/** Returns report and declarations of each entry point that is not internal. A pattern counts once for each file. */
function entryPoints(): (readonly [report: string, declarations: string])[] {
  return readWorkspaces(".").flatMap(({ folder: home, manifest: { name, exports = {} } }) =>
    Object.entries(exports).flatMap(([entry, target]) => {
      const types = typesOf(target);
      if (types === undefined || entry.startsWith("./internal")) return [];
      const [before = "", after] = types.split("*");
      const files = readdirSync(join(home, posix.dirname(before)), { recursive: true, encoding: "utf8" })
        .map((path) => `${posix.dirname(before)}/${path.replaceAll("\\", "/")}`)
        .filter((path) => (after === undefined ? path === types : path.startsWith(before) && path.endsWith(after)));
      return files.map((path) => {
        const star = after === undefined ? "" : path.slice(before.length, -after.length);
        const flat = entry
          .replace("*", star)
          .replace(/^\.\/?/, "")
          .replaceAll("/", "-");
        return [home === "." ? flat || "index" : [name, flat].filter(Boolean).join("-"), join(home, path)] as const;
      });
    }),
  );
}

/** Returns the declarations of an entry point for `require`. */
function typesOf(target: Target): string | undefined {
  if (typeof target === "string") return undefined;
  const found = target.types ?? target.require ?? target.default;
  return typeof found === "object" ? typesOf(found) : found;
}

main();
