// `make api` writes api/, the interface of each entry point, by API Extractor; `make api-check` fails on differences.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join, posix, resolve } from "node:path";
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
  type IConfigFile,
} from "@microsoft/api-extractor";
import { readWorkspaces, type Target } from "./workspaces";

const check = process.argv[2] === "--check";
const folder = resolve("reports/api");

function main(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entries = entryPoints();
  const failed = unlike(entries);
  const left = readdirSync("api").filter((file) => !entries.some(([report]) => file === `${report}.api.md`));
  if (!check) for (const file of left) rmSync(join("api", file));
  else failed.push(...left);
  if (failed.length === 0) return;
  console.error(
    `error: api/ is not what the entry points show: ${failed.join(", ")}. Run make api, read the difference and commit it.`,
  );
  process.exitCode = 1;
}

type EntryPoint = readonly [report: string, declarations: string];

/** Returns the reports that differ from `api/`, or could not be written there. One program has all entry points. */
function unlike(entries: readonly EntryPoint[]): string[] {
  const configs = entries.map((entry) => configOf(entry, entries));
  const compilerState = CompilerState.create(configs[0]!, {
    additionalEntryPoints: entries.map(([, declarations]) => resolve(declarations)),
  });
  return configs
    .filter((config) => {
      const messageCallback = (message: ExtractorMessage): void => {
        message.handled = true;
      };
      const result = Extractor.invoke(config, { compilerState, localBuild: !check, messageCallback });
      return !result.succeeded || (check && result.apiReportChanged);
    })
    .map(({ reportFilePath }) => basename(reportFilePath, ".api.md"));
}

function configOf([report, declarations]: EntryPoint, all: readonly EntryPoint[]): ExtractorConfig {
  const none = { logLevel: ExtractorLogLevel.None };
  const configObject: IConfigFile = {
    projectFolder: resolve("."),
    mainEntryPointFilePath: resolve(declarations),
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          strict: true,
          // The types are checked where they are written, and by tests of the packed declarations under each compiler.
          skipLibCheck: true,
          target: "es2022",
          lib: ["es2023", "esnext.disposable"],
          module: "node16",
          types: ["node"],
        },
        files: all.map(([, file]) => resolve(file)),
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
  };
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: join(folder, `${report}.json`),
    packageJsonFullPath: resolve("package.json"),
  });
}

/** Returns report and declarations of each entry point that is not internal. A pattern counts once for each file. */
function entryPoints(): EntryPoint[] {
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
