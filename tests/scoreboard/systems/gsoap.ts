/** gSOAP: wsdl2h, soapcpp2 and g++. Its program reads a document and writes it again, without showing values. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../board";
import { CompileError, type Opened } from "./system";

const imports = "/usr/share/gsoap/import";

export function open({ wsdl, folder: parent, elements }: Contract): Opened {
  const folder = join(parent, "gsoap");
  mkdirSync(folder, { recursive: true });
  run("wsdl2h", ["-o", "service.h", wsdl]);
  run("soapcpp2", ["-C", "-L", "-w", "-x", `-I${imports}`, "service.h"]);
  const readers = new Map<string, string>();
  const header = readFileSync(join(folder, "soapH.h"), "utf8");
  const names = [...header.matchAll(/^inline int soap_read_(_\w+?__\w+)\(struct soap \*soap, (\S+) \*p\)/gm)];
  for (const root of elements) {
    const local = root
      .replace(/^\{.*\}/, "")
      .replaceAll("_", "_USCORE")
      .replaceAll("-", "_");
    const [, name] = names.find(([, each = ""]) => each.replace(/^_.*?__/, "") === local) ?? [];
    if (name !== undefined) readers.set(root, name);
  }
  let isBuilt = false;
  let written = "";
  return {
    decode(text, root) {
      const name = readers.get(root);
      if (name === undefined) throw new Error(`no reader was generated for ${root}`);
      if (!isBuilt) build();
      isBuilt = true;
      const { status, signal, stdout, stderr } = spawnSync(join(folder, "program"), [name], {
        input: text,
        encoding: "utf8",
      });
      if (signal !== null) throw new TypeError(`ended by ${signal}`);
      if (status !== 0)
        throw new Error(
          stderr
            .trim()
            .split("\n")
            .find((line) => line.includes("Error")) ?? stderr,
        );
      written = stdout;
      return undefined;
    },
    encode: () => written,
  };

  function run(command: string, args: readonly string[], Failed: new (reason: string) => Error = Error): void {
    const { status, stderr, stdout, error } = spawnSync(command, args, {
      cwd: folder,
      encoding: "utf8",
      timeout: 60_000,
    });
    if (error) throw error;
    if (status !== 0)
      throw new Failed(/^.*(?:error|Error).*$/m.exec(`${stderr}${stdout}`)?.[0] ?? `${command} ended with ${status}`);
  }

  function build(): void {
    const map = readdirSync(folder).find((file) => file.endsWith(".nsmap"));
    writeFileSync(join(folder, "namespaces.inc"), `#include "${map}"\n`);
    writeFileSync(join(folder, "readers.inc"), [...readers.values()].map((name) => `READER(${name})\n`).join(""));
    const sources = ["soapC.cpp", join(__dirname, "gsoap-program.cpp")];
    run("g++", ["-O0", "-w", "-I.", "-I/usr/share/gsoap", "-o", "program", ...sources, "-lgsoap++"], CompileError);
  }
}
