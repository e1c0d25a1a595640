/** gSOAP: wsdl2h, soapcpp2 and g++; the program reads a document and writes what it has read. It shows no values. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../contract";
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
    const map = /^.*\.nsmap$/m.exec(spawnSync("ls", [folder], { encoding: "utf8" }).stdout)?.[0];
    const cases = [...readers.values()].map(
      (name) => `  if (!strcmp(name, "${name}")) { ${name} *value = soap_new_${name}(soap, -1);
    if (soap_read_${name}(soap, value)) return fail(soap);
    soap->os = &std::cout; if (soap_write_${name}(soap, value)) return fail(soap); return 0; }`,
    );
    writeFileSync(
      join(folder, "main.cpp"),
      `#include "soapH.h"\n#include "${map}"\n#include <iostream>
static int fail(struct soap *soap) { soap_stream_fault(soap, std::cerr); return 2; }
int main(int count, char **args) { const char *name = args[1]; struct soap *soap = soap_new1(SOAP_XML_STRICT); soap->is = &std::cin;\n${cases.join("\n")}\n  return 3; }\n`,
    );
    run(
      "g++",
      [
        "-O0",
        "-w",
        "-I.",
        "-I/usr/share/gsoap",
        "-I/usr/share/gsoap/custom",
        "-o",
        "program",
        "soapC.cpp",
        "main.cpp",
        "-lgsoap++",
      ],
      CompileError,
    );
  }
}
