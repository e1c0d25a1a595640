/** The features that generated clients import because of their WSDLs. A larger WSDL may need more. */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the features of the clients in `generated/` whose path begins with `under`; by default of all clients. */
export function importedFeatures(under = ""): ReadonlySet<string> {
  const paths = readdirSync("generated", { recursive: true, encoding: "utf8" });
  const clients = paths.filter((path) => path.startsWith(under) && path.endsWith("client.ts"));
  return new Set(
    clients.flatMap((path) => {
      const text = readFileSync(`generated/${path}`, "utf8");
      const [, names = ""] = /^import \{ (.*) \} from "soapwright-features";$/m.exec(text) ?? [];
      return names.split(", ").filter((name) => name !== "" && !name.startsWith("type "));
    }),
  );
}
