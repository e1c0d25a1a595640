import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

describe("the front door", () => {
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => file.endsWith(".ts"));

  test("the client's own code has at most 150,000 bytes, and its package at most five entry points", () => {
    const bytes = ["src", "codegen"].flatMap(filesOf).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(150_000);
    const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { exports: object };
    const entryPoints = Object.keys(exports).filter((entry) => entry !== "./package.json");
    expect(entryPoints.length).toBeLessThanOrEqual(5);
  });

  test("the preset of the employee service has at most 30,000 bytes", () => {
    const bytes = filesOf(join("src", "cli")).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(30_000);
  });

  test("another service has the same product in at most 60 lines of its own, beside its table of versions", () => {
    const home = "examples/own-service";
    expect(existsSync(join(home, "wsdl/versions.json"))).toBe(true);
    const own = ["generate.mjs", "command.ts", "sandbox.ts"];
    const lines = own.reduce(
      (sum, name) => sum + readFileSync(join(home, name), "utf8").trimEnd().split("\n").length,
      0,
    );
    expect(lines).toBeLessThanOrEqual(60);
    for (const name of own) expect(readFileSync(join(home, name), "utf8")).not.toMatch(/internal|employee/);
  });
});
