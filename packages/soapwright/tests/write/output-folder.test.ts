/** Tests parts by themselves, `write/banner`, `write/format` and 2 more: no entry point shows them whole. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { banner, outputFormat, readBanner } from "../../src/write/banner";
import { FormatProblem, formatFolder } from "../../src/write/format";
import { differences } from "../../src/write/output-folder";
import { OutputProblem, writeFolders } from "../../src/write/write-folders";

describe("output folder", () => {
  const line = banner({ source: "a.wsdl", sha256: "00" });
  const folder = mkdtempSync(join(tmpdir(), "output-folder-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("writes files, and removes generated ones that are no longer made", () => {
    const out = join(folder, "one");
    mkdirSync(out);
    writeFileSync(join(out, "stale.ts"), `${line}\n`);
    writeFileSync(join(out, "own.ts"), "// written by hand\n");
    const outputs = [{ folder: out, files: new Map([["types.ts", `${line}\nexport {};\n`]]) }];
    expect(differences(outputs)).toEqual([
      { path: join(out, "types.ts"), why: "is missing" },
      { path: join(out, "stale.ts"), why: "is no longer generated" },
    ]);
    writeFolders(outputs);
    expect(readdirSync(out).sort()).toEqual(["own.ts", "types.ts"]);
    expect(differences(outputs)).toEqual([]);
  });

  test("changes nothing when one folder cannot be written", () => {
    const good = join(folder, "good");
    const bad = join(folder, "bad");
    mkdirSync(good);
    writeFileSync(join(good, "types.ts"), "before");
    writeFileSync(bad, "a file");
    const files = new Map([["types.ts", "after"]]);
    expect(() =>
      writeFolders([
        { folder: good, files },
        { folder: bad, files },
      ]),
    ).toThrow(OutputProblem);
    expect(readFileSync(join(good, "types.ts"), "utf8")).toBe("before");
    expect(readdirSync(good)).toEqual(["types.ts"]);
  });

  test("takes back what it moved when a later move fails", () => {
    const one = join(folder, "taken-back");
    mkdirSync(one);
    writeFileSync(join(one, "types.ts"), "before");
    writeFileSync(join(one, "stale.ts"), `${line}\n`);
    const first = {
      folder: one,
      files: new Map([
        ["types.ts", "after"],
        ["client.ts", "new"],
      ]),
    };
    // The second output becomes a folder at the path of a file of the first, after both were checked.
    const second = { folder: join(one, "client.ts"), files: new Map([["types.ts", "after"]]) };
    expect(() => writeFolders([first, second])).toThrow(/cannot be written \(EISDIR\)\. No file was changed\./);
    expect(readdirSync(one).sort()).toEqual(["stale.ts", "types.ts"]);
    expect(readFileSync(join(one, "types.ts"), "utf8")).toBe("before");
  });

  test("a folder in the place of a file is refused, with what is in it", () => {
    const out = join(folder, "occupied");
    mkdirSync(join(out, "types.ts"), { recursive: true });
    writeFileSync(join(out, "types.ts", "own.txt"), "mine");
    writeFileSync(join(out, "client.ts"), "before");
    const files = new Map([
      ["client.ts", "after"],
      ["types.ts", "after"],
    ]);
    expect(() => writeFolders([{ folder: out, files }])).toThrow(/types\.ts is a folder/);
    expect(readFileSync(join(out, "client.ts"), "utf8")).toBe("before");
    expect(readFileSync(join(out, "types.ts", "own.txt"), "utf8")).toBe("mine");
  });

  test("folders that it made for nothing go again", () => {
    const blocked = join(folder, "blocked");
    writeFileSync(blocked, "a file");
    const files = new Map([["types.ts", "after"]]);
    const outputs = [
      { folder: join(folder, "deep", "er"), files },
      { folder: join(blocked, "below"), files },
    ];
    expect(() => writeFolders(outputs)).toThrow(OutputProblem);
    expect(existsSync(join(folder, "deep"))).toBe(false);
  });

  test("line ends of a checkout are no difference", () => {
    const out = join(folder, "line-ends");
    mkdirSync(out);
    writeFileSync(join(out, "types.ts"), `${line}\r\nexport {};\r\n`);
    const outputs = [{ folder: out, files: new Map([["types.ts", `${line}\nexport {};\n`]]) }];
    expect(differences(outputs)).toEqual([]);
  });

  test("says why a file differs", () => {
    const out = join(folder, "reasons");
    mkdirSync(out);
    const wanted = `${line}\nexport {};\n`;
    const why = (found: string): string[] => {
      writeFileSync(join(out, "types.ts"), found);
      return differences([{ folder: out, files: new Map([["types.ts", wanted]]) }]).map((one) => one.why);
    };
    const first = (origin: { source?: string; sha256?: string }): string =>
      `${banner({ source: "a.wsdl", sha256: "00", ...origin })}\nexport {};\n`;
    expect(why(wanted)).toEqual([]);
    expect(why(`${wanted}// more\n`)).toEqual(["was edited, or generated with other options"]);
    expect(why(first({ sha256: "01" }))).toEqual(["was generated before a.wsdl changed"]);
    expect(why(first({ source: "b.wsdl" }))).toEqual(["was generated from b.wsdl"]);
    expect(why("export {};\n")).toEqual(["was not written by the generator"]);
    expect(why(wanted.replace(`format ${outputFormat}`, "format 0"))).toEqual([
      `is in format 0 of the generator's output, which is now format ${outputFormat}`,
    ]);
  });

  test("the banner is read back", () => {
    expect(readBanner(`${line}\nexport {};\n`)).toEqual({ format: outputFormat, source: "a.wsdl", sha256: "00" });
    expect(readBanner("// by hand\n")).toBeUndefined();
  });

  test("does not follow a link out of the output", () => {
    const outside = join(folder, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(folder, "link"));
    expect(() => writeFolders([{ folder: join(folder, "link"), files: new Map([["types.ts", ""]]) }])).toThrow(
      /symbolic link/,
    );
    expect(existsSync(join(outside, "types.ts"))).toBe(false);
  });

  test("the banner stays one comment whatever the source is called", () => {
    expect(banner({ source: "a\nb\u2028.wsdl", sha256: "00" })).not.toMatch(/[\n\u2028]/);
  });
});

describe("format", () => {
  const root = mkdtempSync(join(tmpdir(), "format-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const banner = "// Code generated by soapwright format 3 from a.wsdl (sha256 00). DO NOT EDIT.\n";
  const files = new Map([
    ["types.ts", `${banner}\nexport interface A {\n  b: string;\n}\n`],
    ["notes.md", "*  a\n"],
  ]);
  let count = 0;

  /** Creates a project with these files and a formatter in `node_modules`. */
  function project(settings: Readonly<Record<string, string>>, modules: Readonly<Record<string, string>> = {}): string {
    const folder = join(root, String(count++));
    for (const [name, text] of Object.entries(settings)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    for (const [name, path] of Object.entries(modules)) {
      mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
      symlinkSync(path, join(folder, "node_modules", name), "dir");
    }
    return join(folder, "src/client");
  }
  const biome = { "@biomejs/biome": resolve("node_modules/@biomejs/biome") };
  const made = async (folder: string) => (await formatFolder({ folder, files })).files;

  test("Biome takes its settings for the path, and the folder need not be there", async () => {
    const folder = project({ "biome.json": '{ "formatter": { "indentStyle": "space", "indentWidth": 7 } }' }, biome);
    const formatted = await made(folder);
    expect(formatted.get("types.ts")).toBe(`${banner}\nexport interface A {\n       b: string;\n}\n`);
    expect(formatted.get("notes.md")).toBe("*  a\n");
    expect(existsSync(folder)).toBe(false);
  });

  test("a project without a formatter keeps the files as they are", async () => {
    expect(await made(project({ "biome.json": "{}" }))).toBe(files);
  });

  test("a formatter that fails is a problem", async () => {
    const folder = project({ "biome.json": '{ "formatter": 1 }' }, biome);
    await expect(made(folder)).rejects.toBeInstanceOf(FormatProblem);
  });

  /** A command with the arguments of Prettier, which reads settings as Prettier does. */
  const prettier = `#!/usr/bin/env node
const fs = require("node:fs"), path = require("node:path");
const word = (name) => process.argv[process.argv.indexOf(name) + 1];
const [file, ignore] = [word("--stdin-filepath"), word("--ignore-path")];
const text = fs.readFileSync(0, "utf8");
const { tabWidth, plugin } = JSON.parse(fs.readFileSync(path.join(path.dirname(file), "../../.prettierrc"), "utf8"));
if (plugin === "exits") process.exit();
if (plugin === "waits") setInterval(() => {}, 1000);
else if (fs.existsSync(ignore) && fs.readFileSync(ignore, "utf8").includes(path.basename(file))) process.stdout.write(text);
else if (tabWidth === 0) { console.error("[error] tabWidth is 0\\nand more"); process.exitCode = 2; }
else process.stdout.write(text.replace(/^ +/gm, " ".repeat(tabWidth)));`;

  function prettierProject(settings: Readonly<Record<string, string>>, modules = {}): string {
    return project(
      {
        "node_modules/prettier/package.json": '{ "name": "prettier", "version": "3.0.0", "bin": "./bin/prettier.cjs" }',
        "node_modules/prettier/bin/prettier.cjs": prettier,
        ...settings,
      },
      modules,
    );
  }

  test("Prettier takes its settings and what it ignores", async () => {
    const folder = prettierProject({ ".prettierrc": '{ "tabWidth": 3 }' });
    expect((await made(folder)).get("types.ts")).toContain("\n   b: string;");
    writeFileSync(join(folder, "../../.prettierignore"), "types.ts\n");
    expect((await made(folder)).get("types.ts")).toContain("\n  b: string;");
    const broken = prettierProject({ ".prettierrc": '{ "tabWidth": 0 }' });
    await expect(made(broken)).rejects.toThrow(/^Prettier could not format .*types\.ts: \[error\] tabWidth is 0\.$/);
  });

  test("a formatter that ends the process, or never ends, is a problem", async () => {
    const exits = prettierProject({ ".prettierrc": '{ "plugin": "exits" }' });
    await expect(made(exits)).rejects.toThrow(/^Prettier ended without a text for .*types\.ts\. It gave no reason\.$/);
    const waits = prettierProject({ ".prettierrc": '{ "plugin": "waits" }' });
    const run = formatFolder({ folder: waits, files }, 1_000);
    await expect(run).rejects.toThrow(/^Prettier took longer than 1 s for .*types\.ts, or was ended\./);
  });

  test("of two, the one with settings counts", async () => {
    const settings = { ".prettierrc": '{ "tabWidth": 3 }' };
    expect((await made(prettierProject(settings, biome))).get("types.ts")).toContain("\n   b: string;");
    const both = prettierProject({ ...settings, "biome.json": "{}" }, biome);
    expect((await made(both)).get("types.ts")).toContain("\n\tb: string;");
  });
});
