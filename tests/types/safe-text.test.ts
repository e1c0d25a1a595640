/** A template with a text from outside does not compile where stderr or a page takes it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());

/** Returns the numbers of the errors of each statement, which is compiled in a source of the commands. */
function errorsOf(statements: readonly string[]): readonly (readonly number[])[] {
  const name = `${process.cwd()}/packages/soapwright-cli/src/planted.ts`;
  const head = `import type { Streams } from "soapwright-contract/flags";
import { html, jsonText, type Markup, printable, printableLines, safeLine } from "soapwright-runtime/xsd";
import type { Terminal } from "./terminal/terminal";
export function planted(terminal: Terminal, streams: Streams, page: (content: Markup) => void, text: string): void {
`;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const source = `${head}${statements.join("\n")}\n}\n`;
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true) : getSourceFile(file, ...rest);
  const program = ts.createProgram({
    rootNames: [name],
    options: { ...options, incremental: false, noUnusedLocals: false },
    host,
  });
  const file = program.getSourceFile(name)!;
  const found = program.getSemanticDiagnostics(file).map(({ start = 0, code }) => ({
    at: file.getLineAndCharacterOfPosition(start).line - head.split("\n").length + 1,
    code,
  }));
  return statements.map((_, at) => found.filter((error) => error.at === at).map(({ code }) => code));
}

/** What does not compile. */
const raw = `terminal.err(\`error: \${text}\\n\`);
terminal.err(text);
terminal.err("error: " + text);
terminal.err(\`\${printable(text)}\\n\`);
streams.err(\`\${text}\\n\`);
page(\`<p>\${text}</p>\`);
page(html\`<p>\${text}</p>\`.html);`.split("\n");

const safe = `terminal.err(safeLine\`error: \${text}\\n\`);
terminal.err(printable(text));
terminal.err(printableLines(text));
streams.err(jsonText({ text }));
page(html\`<p>\${text}</p>\`);`.split("\n");

test("a raw template does not compile, and one of the functions does", () => {
  const errors = errorsOf([...raw, ...safe]);
  // Argument of type 'string' is not assignable.
  expect(errors.slice(0, raw.length)).toEqual(raw.map(() => [2345]));
  expect(errors.slice(raw.length)).toEqual(safe.map(() => []));
}, 120_000);

test("no source makes such a text by itself", () => {
  const sources = execFileSync("git", ["ls-files", "packages/*/src/**.ts", "src/**.ts"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !file.startsWith("packages/soapwright-testing/"));
  const having = (form: RegExp): string[] => sources.filter((file) => form.test(readFileSync(file, "utf8")));
  expect(having(/\bas SafeText\b/)).toEqual(["packages/soapwright-runtime/src/text/printable.ts"]);
  expect(having(/new Markup\(/)).toEqual([
    "packages/soapwright-runtime/src/text/markup.ts",
    // Elements of script and style, whose text is ours, or JSON.
    "packages/soapwright-sandbox/src/page/contract/contract-page.ts",
    // Joins what `htmlText` returns.
    "packages/soapwright-sandbox/src/page/exchange-page.ts",
    "packages/soapwright-sandbox/src/page/layout.ts",
  ]);
});
