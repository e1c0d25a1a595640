/** Packages whose code is in our built files: their licenses, and that users do not have to install them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const bundled = [
  [".", ["cli-progress", "string-width", "table"]],
  ["packages/soapwright-contract", ["saxes"]],
  ["packages/soapwright-export", ["csv-parse", "csv-stringify"]],
] as const;
const listedIn = (text: string) =>
  [...text.matchAll(/^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm)].map(([, name, version, licence]) => ({
    name: name!,
    version: version!,
    licence: licence!,
  }));

beforeAll(() => {
  if (!existsSync("dist/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
});

test.each(bundled)(
  "THIRD-PARTY.txt of %s has each package with its version and its licence's text",
  (folder, names) => {
    const text = readFileSync(join(folder, "THIRD-PARTY.txt"), "utf8");
    const listed = listedIn(text);
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
    const parts = text.split(/^={80}\n.*\n={80}$/m).slice(1);
    for (const [index, { name, version, licence }] of listed.entries()) {
      const own = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")) as object;
      expect(own).toMatchObject({ name, version, license: licence });
      expect(parts[index]).toMatch(/Permission (is hereby granted|to use)|Redistribution and use/);
    }
  },
);

test.each(bundled)("the built files of %s import none of them", (folder, names) => {
  const built = join(folder, "dist");
  const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((path) => /\.m?js$/.test(path));
  const imports = new RegExp(`(?:require\\(|from )"(?:${names.join("|")})`);
  expect(files.filter((path) => imports.test(readFileSync(join(built, path), "utf8")))).toEqual([]);
});
