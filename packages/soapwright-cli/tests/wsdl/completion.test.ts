/** Completion of `soapwright`: candidates of the program, and the script in a real shell. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { shellEnvironment } from "soapwright-testing/stage/child";

const folder = mkdtempSync(join(tmpdir(), "completion-"));
const wsdl = join(folder, "orders.wsdl");
beforeAll(() => {
  if (!existsSync("packages/soapwright/dist/cli.js")) throw new Error("dist/ is absent: run `make build` first");
  writeFileSync(wsdl, ordersWsdl());
  // npm makes a command executable when it installs it.
  const built = resolve("packages/soapwright/dist/cli.js");
  writeFileSync(join(folder, "soapwright"), `#!/bin/sh\nexec node "${built}" "$@"\n`, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function completed(...words: readonly string[]): Promise<string[]> {
  let lines = "";
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    lines += String(text);
    return true;
  });
  try {
    await wholeProgram().parseAsync(["complete", "--", ...words], { from: "user" });
  } finally {
    write.mockRestore();
  }
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t", 1)[0]!]));
}

test.each<[string, readonly string[], readonly string[]]>([
  ["a command", ["js"], ["json-schema"]],
  ["the WSDL of a command", ["inspect", ""], [":files"]],
  ["the second of two WSDLs", ["diff", "old.wsdl", ""], [":files"]],
  ["one of many WSDLs", ["generate", "a.wsdl", ""], [":files"]],
  ["a choice", ["collection", "a.wsdl", "--for", ""], ["bruno", "postman", "insomnia", "http"]],
  ["a folder", ["collection", "a.wsdl", "--out", ""], [":files"]],
  ["a shell", ["completion", "z"], ["zsh"]],
  ["the WSDL of a call", ["call", ""], [":files"]],
  ["operations", ["call", wsdl, ""], ["findOrders", "ping"]],
  ["the start of an operation", ["call", "--soap-version", "1.2", wsdl, "fi"], ["findOrders"]],
  ["options of an operation", ["call", wsdl, "findOrders", "--cu"], ["--customer-id"]],
  ["options of the command", ["call", wsdl, "findOrders", "--soap"], ["--soap-version", "--soap-headers"]],
  ["no option of another operation", ["call", wsdl, "ping", "--cu"], []],
  ["a value of an enumeration", ["call", wsdl, "findOrders", "--status", ""], ["open", "sent"]],
  ["an attached value", ["call", wsdl, "findOrders", "--status=o"], ["--status=open"]],
  ["a version of SOAP", ["call", wsdl, "ping", "--soap-version", ""], ["1.1", "1.2"]],
  ["options of a client of gateway", ["gateway", "a.wsdl", "--soap-h"], ["--soap-headers"]],
  ["options of mcp", ["mcp", "a.wsdl", "--pag"], ["--page-size"]],
  ["a file of JSON", ["call", wsdl, "findOrders", "--json", ""], [":files"]],
  ["nothing of a WSDL that is not there", ["call", join(folder, "none.wsdl"), ""], []],
  ["nothing of an address, which would be fetched", ["call", "http://127.0.0.1:9/orders?wsdl", ""], []],
])("%s", async (_what, words, wanted) => {
  expect(await completed(...words)).toEqual(wanted);
});

test("bash completes by the script of the built command", () => {
  const script = `eval "$(soapwright completion bash)"
    COMP_WORDS=(soapwright call "$1" findOrders --status s); COMP_CWORD=5
    _soapwright soapwright s --status; echo "\${COMPREPLY[*]}"`;
  const env = { ...shellEnvironment, PATH: [folder, process.env.PATH].join(delimiter) };
  const shell = spawnSync("bash", ["-c", script, "bash", wsdl], { encoding: "utf8", env });
  expect([shell.stdout, shell.stderr]).toEqual(["sent\n", ""]);
});
