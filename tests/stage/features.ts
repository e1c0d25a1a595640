/** Features of the run time that the generated clients import, as their WSDLs may need them: a grown WSDL may need more. */
import { readdirSync, readFileSync } from "node:fs";

const clients = readdirSync("generated", { recursive: true, encoding: "utf8" }).filter((path) =>
  /client\.ts$/.test(path),
);

export const importedFeatures: ReadonlySet<string> = new Set(
  clients.flatMap((path) => {
    const text = readFileSync(`generated/${path}`, "utf8");
    return [...text.matchAll(/^import "\.\.\/\.\.\/src\/(\w+)";$/gm)].map(([, name]) => name!);
  }),
);
