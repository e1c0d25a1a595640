/** The systems, in the order of the columns. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jaxwsJars, OPENED } from "../../interop/addressing/stacks";
import { python } from "../judge/judge";
import type { System } from "./system";

const root = join(__dirname, "../../..");
const programs = join(root, "reports/scoreboard/programs");
const typescript = [
  "node",
  "-C",
  "soapwright-source",
  join(root, "node_modules/ts-node/dist/bin.js"),
  join(__dirname, "../js-side.ts"),
];

/** Returns the version of a package in the lock file of this folder. */
function packageVersion(name: string): string | undefined {
  const path = join(__dirname, "../node_modules", name, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : undefined;
}

function printed(command: string, args: readonly string[], pattern: RegExp): string | undefined {
  const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return pattern.exec(`${stdout ?? ""}${stderr ?? ""}`)?.[1];
}

const monoWsdl = [
  `mkdir -p ${programs}`,
  `mcs -nowarn:0168 -r:System.Web.Services -out:${programs}/mono-wsdl.exe ${join(__dirname, "Mono*.cs")}`,
  `exec mono ${programs}/mono-wsdl.exe "$0" ${programs}`,
].join(" && ");

/** Compiles the program of an adapter into the reports, and returns the command that runs it. */
const jars = jaxwsJars();
const jaxWs = [
  `mkdir -p ${programs}`,
  `javac -nowarn -cp ${jars} -d ${programs} ${join(__dirname, "JaxWs*.java")}`,
  `exec java ${OPENED.join(" ")} -Djavax.xml.accessExternalSchema=all -cp ${programs}:${jars} JaxWs "$0"`,
].join(" && ");

export const systems: readonly System[] = [
  {
    name: "soapwright",
    setting: '`validation: "strict"`, `--simple-types derived`',
    version: () => JSON.parse(readFileSync(join(root, "packages/soapwright/package.json"), "utf8")).version,
    command: [...typescript, "soapwright"],
    isTypeScript: true,
  },
  {
    name: "node-soap",
    setting: "`preserveWhitespace`",
    version: () => packageVersion("soap"),
    command: [...typescript, "node-soap"],
  },
  {
    name: "strong-soap",
    setting: "defaults",
    version: () => packageVersion("strong-soap"),
    command: [...typescript, "strong-soap"],
  },
  {
    name: "wsdl-tsclient",
    setting: "`preserveWhitespace` of its node-soap",
    version: () => packageVersion("wsdl-tsclient"),
    command: [...typescript, "wsdl-tsclient"],
    isTypeScript: true,
  },
  {
    name: "zeep",
    setting: "`strict`, its default",
    version: () => printed(python, ["-c", "import zeep; print(zeep.__version__)"], /^(\d\S*)/),
    command: [python, join(__dirname, "with-zeep.py")],
  },
  {
    name: "jax-ws",
    setting: "JAX-WS RI with `@SchemaValidation`",
    version: () =>
      jars === "" ? undefined : /jaxws-tools-([\d.]+\d)/.exec(readdirSync("/usr/share/java").join(" "))?.[1],
    command: ["sh", "-c", jaxWs],
    isCompiled: true,
    readsLines: true,
  },
  {
    name: "mono wsdl",
    setting: "defaults; it has no stricter setting",
    version: () => printed("mono", ["--version"], /version (\d[\d.]*)/),
    command: ["sh", "-c", monoWsdl],
    isCompiled: true,
    readsLines: true,
    patienceMs: 420_000,
  },
  {
    name: "gsoap",
    setting: "`SOAP_XML_STRICT`, `SOAP_C_UTFSTRING`; g++ is too slow for more",
    version: () => printed("soapcpp2", ["-V"], /(\d+\.\d+\.\d+)/),
    command: [...typescript, "gsoap"],
    isCompiled: true,
    isOpaque: true,
    suites: ["databinding", "exchanges"],
  },
];
