/** The next steps after the first run: install what the client imports, write a call, try it without the service. */

import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isAddress, typesById } from "soapwright-contract";
import { printable } from "soapwright-runtime/xsd";
import { nearestWith } from "../../config/find-config";
import { FEATURES_PACKAGE, NAME, NODE_SOAP_PACKAGE, RUNTIME_PACKAGE } from "../../names";
import type { Generated } from "../../pipeline";
import { shownPath } from "../targets";
import type { TargetResult } from "./make-targets";

export async function nextSteps(targets: readonly TargetResult[]): Promise<string> {
  const [first] = targets;
  const client = first?.generated.model?.clients[0];
  if (first === undefined || client === undefined) return "";
  const { folder, wsdl, options } = first.target;
  const steps: string[] = [];
  const missing = packagesOf(first).filter(
    (name) => nearestWith(join("node_modules", name, "package.json"), resolve(folder)) === undefined,
  );
  if (missing.length > 0) steps.push(`Install what the client imports: ${installer()} ${missing.join(" ")}`);
  if ((options.extension ?? "none") === "none" && hasEsModules(folder))
    steps.push(
      'Your package.json says "type": "module": generate again with --extension js, unless a bundler reads the files.',
    );
  steps.push(`Call the service:\n\n${await callText(first.generated, importPath(folder, options.extension))}\n`);
  steps.push(`Try it without the service: npx ${NAME} mock ${mockedWsdl(wsdl)}`);
  const text = `Next steps:\n${steps.map((step, at) => `${at + 1}. ${step}`).join("\n")}`;
  return text.split("\n").map(printable).join("\n");
}

/** The packages that the generated files import. */
function packagesOf({ generated, target: { options } }: TargetResult): string[] {
  const imported = options.runtime === undefined ? [RUNTIME_PACKAGE] : [];
  const files = [...(generated.files?.values() ?? [])];
  if (files.some((text) => text.includes(`from "${FEATURES_PACKAGE}`))) imported.push(FEATURES_PACKAGE);
  if (options.nodeSoap === true) imported.push(NODE_SOAP_PACKAGE);
  return imported;
}

/** An address is shown only if no part of it is secret. */
function mockedWsdl(wsdl: string): string {
  if (isAddress(wsdl)) return shownPath(wsdl) === wsdl ? `"${wsdl}"` : "<wsdl>";
  if (!existsSync(wsdl)) return "<wsdl>";
  return /^[\w./\\:~-]+$/.test(wsdl) ? wsdl : JSON.stringify(wsdl);
}

async function callText(generated: Generated, module: string): Promise<string> {
  const client = generated.model!.clients[0]!;
  const [operation] = client.operations;
  const lines = [`import { ${client.className} } from "${module}";`, "", `const client = new ${client.className}({});`];
  if (operation !== undefined) {
    const { Symbols, takesNothing } = await import("../../with-ts-morph");
    const scope = { types: typesById(generated.model!), prefix: "", symbols: new Symbols() };
    const args = takesNothing(operation.input, scope) ? "" : "{ /* arguments */ }";
    lines.push(`const result = await client.${operation.method}(${args});`);
  }
  return lines.map((line) => (line === "" ? "" : `   ${line}`)).join("\n");
}

function importPath(folder: string, extension: string | undefined): string {
  const way = relative(process.cwd(), resolve(folder)).split(sep).join("/");
  const path = way === "" ? "." : way.startsWith("..") ? way : `./${way}`;
  return extension === undefined || extension === "none" ? path : `${path}/index.${extension}`;
}

/** Whether Node treats the folder's files as ES modules, whose imports need full file names. */
function hasEsModules(folder: string): boolean {
  const project = nearestWith("package.json", resolve(folder));
  if (project === undefined) return false;
  try {
    return Object(JSON.parse(readFileSync(join(project, "package.json"), "utf8"))).type === "module";
  } catch {
    return false;
  }
}

function installer(): string {
  const has = (name: string): boolean => existsSync(join(process.cwd(), name));
  if (has("pnpm-lock.yaml")) return "pnpm add";
  return has("yarn.lock") ? "yarn add" : "npm install";
}
