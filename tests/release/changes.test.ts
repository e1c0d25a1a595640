/** The messages about two reports of an entry point, and the order in which packages are published. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interfaceChanges, reportChanges } from "../../scripts/changes";
import { closure, readWorkspaces } from "../../scripts/workspaces";

const report = (text: string) => `## API\n\n\`\`\`ts\n\n${text}\n\n\`\`\`\n`;
const changes = (old: string, now: string) =>
  reportChanges("index", report(old), report(now)).map(
    ({ severity, place, text: words }) => `${place} ${words}: ${severity}`,
  );

test.each<[string, string, string[]]>([
  [
    "export function a(): void;",
    "export function a(): void;\n\nexport function b(): void;",
    ["index b is new: compatible"],
  ],
  ["export function a(): void;", "", ["index a is gone: breaking"]],
  ["export function a(): void;", "function a(): void;", ["index a is gone: breaking"]],
  ["function a(): void;", "export function a(): void;", ["index a is new: compatible"]],
  ["export function a(): void;", "export function a(b: string): void;", ["index a has another type: breaking"]],
  [
    "export function a(): void;\n\nexport function a(b: string): void;",
    "export function a(b: string): void;",
    ["index a has another type: breaking"],
  ],
  ["export const a: string;", "export const a: number;", ["index a has another type: breaking"]],
  [
    "export type A = {\n    a: string;\n};",
    "export type A = {\n    a: string;\n    b?: string;\n};",
    ["index A has another type: breaking"],
  ],
  [
    "export interface A {\n    a: string;\n}",
    "export interface A {\n    a: string;\n    b?: string;\n}",
    ["index A b is new: compatible"],
  ],
  [
    "export interface A {\n    a: string;\n}",
    "export interface A {\n    a: string;\n    readonly b: {\n        c?: string;\n    };\n}",
    ["index A b is new and required: breaking"],
  ],
  [
    "export interface A {\n    a: {\n        b: string;\n    };\n    c: {\n        b: string;\n    };\n}",
    "export interface A {\n    a: {\n    };\n    c: {\n        b: string;\n    };\n}",
    ["index A a has another type: breaking"],
  ],
  [
    "export interface A {\n    a(b?: string): void;\n}",
    "export interface A {\n    a(b?: string): void;\n    c(d?: string): void;\n}",
    ["index A c is new and required: breaking"],
  ],
  [
    "export class A {\n    a: string;\n}",
    "export class A {\n    a: string;\n    b(): void;\n}",
    ["index A b is new: compatible"],
  ],
  [
    "export class A {\n    a: string;\n}",
    "export class A {\n    readonly a: string;\n}",
    ["index A a has another type: breaking"],
  ],
  ["export class A {\n    a: string;\n}", "export class A {\n}", ["index A a is gone: breaking"]],
  ["export class A extends B {\n}", "export class A extends C {\n}", ["index A has another type: breaking"]],
  ["export interface A {\n}", "export type A = string;", ["index A has another type: breaking"]],
  [
    "export interface A {\n    b: B;\n}\n\ninterface B {\n    c: string;\n}",
    "export interface A {\n    b: B;\n}\n\ninterface B {\n}",
    ["index B c is gone: breaking"],
  ],
  ['export * from "a";', "", ['index export * from "a"; is gone: breaking']],
  ["export { A }", "export { A }\n\nexport { B }", ["index B is new: compatible"]],
  ["export { A }\n\nexport { B }", "export { A }", ["index B is gone: breaking"]],
  // A namespace after another declaration: each has its own members.
  [
    "interface A {\n    a: string;\n}\n\nexport namespace schemas {\n    export { A, b };\n}",
    "interface A {\n    a: string;\n}\n\nexport namespace schemas {\n    export { A, b, c };\n}",
    ["index schemas c is new: compatible"],
  ],
  [
    "export function sandboxService(): void;\n\nnamespace schemas {\n    export {\n        A,\n        b };\n}",
    "export function sandboxService(): void;\n\nnamespace schemas {\n    export {\n        A };\n}",
    ["index schemas b is gone: breaking"],
  ],
  [
    "export namespace a {\n    const b: string;\n}",
    "export namespace a {\n    const b: number;\n}",
    ["index a b has another type: breaking"],
  ],
  [
    "export interface A {\n    readonly [name: string]: string;\n    (a: string): void;\n}",
    "export interface A {\n    readonly [name: string]: number;\n    (a: string): void;\n}",
    ["index A IndexSignature has another type: breaking"],
  ],
  ["export enum A {\n    a = 1\n}", "export enum A {\n    a = 1,\n    b = 2\n}", ["index A b is new: compatible"]],
  ['export interface A {\n    "a/b"?: string;\n}', "export interface A {\n}", ['index A "a/b" is gone: breaking']],
  ["export class A<B> {\n}", "export class A<B, C> {\n}", ["index A has another type: breaking"]],
  ["export class A {\n}", "export abstract class A {\n}", ["index A has another type: breaking"]],
  [
    "export function a(b: {\n    c: string;\n}): void;",
    "export function a(b: {\n    c: string;\n    d: string;\n}): void;",
    ["index a has another type: breaking"],
  ],
  [
    "export const a: {\n    b: string;\n}, c: number;",
    "export const a: {\n    b: string;\n}, c: string;",
    ["index c has another type: breaking"],
  ],
])("%j and %j", (old, now, wanted) => {
  expect(changes(old, now)).toEqual(wanted);
});

test("comments and the order of members are no change", () => {
  const old = "// @public (undocumented)\nexport class A {\n    // (undocumented)\n    a: string;\n    b: string;\n}";
  expect(changes(old, "// @public\nexport class A {\n    b: string;\n    a: string;\n}")).toEqual([]);
});

test("an entry point that is new is compatible, one that is gone is breaking", () => {
  expect(reportChanges("queue", undefined, report(""))).toMatchObject([{ severity: "compatible", place: "queue" }]);
  expect(reportChanges("queue", report(""), undefined)).toMatchObject([{ severity: "breaking", place: "queue" }]);
});

describe("trees", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "trees-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const write = (path: string, content: object | string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  };

  test("names that the generator wrote are left to the comparison of the contract", () => {
    write("old/api/index.api.md", report("export interface Order {\n    a: string;\n}\n\nexport function a(): void;"));
    write("now/api/index.api.md", report(""));
    write("old/generated/types.ts", "export interface Order {}\n");
    write("now/generated/types.ts", "");
    const found = interfaceChanges(join(root, "old"), join(root, "now"));
    expect(found.get("index")).toEqual([{ severity: "breaking", place: "index a", text: "is gone" }]);
  });

  test("so are the members of a namespace that the generator wrote, and not a name that it passes on", () => {
    write("old/api/v3.api.md", report("export { Call }\n\nexport namespace schemas {\n    export { A, b };\n}"));
    write("now/api/v3.api.md", report("export namespace schemas {\n    export { A };\n}"));
    write(
      "old/generated/v3/index.ts",
      'import * as schemas from "./schemas";\nexport { schemas };\nexport { Call } from "runtime";\n',
    );
    write("now/generated/v3/index.ts", 'import * as schemas from "./schemas";\nexport { schemas };\n');
    const found = interfaceChanges(join(root, "old"), join(root, "now"));
    expect(found.get("v3")).toEqual([{ severity: "breaking", place: "v3 Call", text: "is gone" }]);
  });

  test("packages come after those that they need, private ones not at all", () => {
    write("package.json", {
      name: "client",
      workspaces: [".", "packages/*"],
      dependencies: { runtime: "1", left: "1" },
    });
    write("packages/generator/package.json", { name: "generator", dependencies: { runtime: "1" } });
    write("packages/hidden/package.json", { name: "hidden", private: true });
    write("packages/runtime/package.json", { name: "runtime", dependencies: { soap: "1" } });
    write("packages/notes.txt", "");
    const all = readWorkspaces(root);
    expect(all.map(({ manifest }) => manifest.name)).toEqual(["runtime", "client", "generator"]);
    expect(closure(all, "client")).toEqual(["client", "runtime"]);
  });

  test("packages that need each other are an error", () => {
    write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
    write("packages/a/package.json", { name: "a", dependencies: { b: "1" } });
    write("packages/b/package.json", { name: "b", dependencies: { a: "1" } });
    expect(() => readWorkspaces(root)).toThrow("The packages a, b depend on each other.");
  });
});
