// Prepares the rivals: installs missing ones, and generates a client from our WSDL with wsdl-tsclient.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { compileFolder } from "./compile.mjs";

export const benchFolder = fileURLToPath(new URL(".", import.meta.url));
export const rootFolder = join(benchFolder, "../..");
export const cacheFolder = join(benchFolder, ".cache");

/** Resolves the packages that the client depends on, so that all sides run on the same versions. */
export const requireFromRoot = createRequire(join(rootFolder, "package.json"));
const wsdl = join(rootFolder, "wsdl/employee-service.v3.wsdl");
const generatedFolder = join(cacheFolder, "wsdl-tsclient");

/** The compiled client that wsdl-tsclient generated. */
export const generatedClient = join(generatedFolder, "js/employeeservicev3/index.js");

/** The path of wsdl-tsclient's command line. */
export const tsclientCommand = join(benchFolder, "node_modules/wsdl-tsclient/dist/src/cli.js");

/** Installs, generates and builds what is missing, and reports that on stderr. */
export async function prepareRivals() {
  await build({
    cwd: rootFolder,
    input: "tests/bench/sides/reading.ts",
    platform: "node",
    external: /^[^./]/,
    output: { file: "reports/bench/reading.js", format: "cjs" },
  });
  installRivals();
  if (!existsSync(generatedClient) || statSync(generatedClient).mtimeMs < statSync(wsdl).mtimeMs) generateClient();
}

/** Installs the packages of package-lock.json, once for each state of the lock. */
export function installRivals() {
  const lock = readFileSync(join(benchFolder, "package-lock.json"), "utf8");
  const stamp = join(benchFolder, "node_modules/.installed-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("installing the rivals …");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: benchFolder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, lock);
}

function generateClient() {
  console.error("generating the client of wsdl-tsclient …");
  rmSync(generatedFolder, { recursive: true, force: true });
  const sources = join(generatedFolder, "ts");
  execFileSync(process.execPath, [tsclientCommand, wsdl, "-o", sources], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  compileFolder(sources, join(generatedFolder, "js"));
}
