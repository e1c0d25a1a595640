/** The run time of generated code, loaded on first use. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The members that a proof needs: `--runtime` may name another version. */
export type Runtime = Pick<typeof import("soapwright-runtime/codecs"), "Codec" | "XmlReader" | "soapEncoding">;
export type Codec = InstanceType<Runtime["Codec"]>;
export type ElementTable = Parameters<Codec["encode"]>[0];

/**
 * Returns the module that `--runtime` names: a package, or a path relative to the working directory. Default: this
 * version's run time.
 *
 * @throws Error when the module does not exist, or is not a run time.
 */
export async function loadRuntime(specifier?: string): Promise<Runtime> {
  const loaded: Partial<Runtime> =
    specifier === undefined
      ? { ...require("soapwright-runtime/tables"), ...require("soapwright-runtime/codecs") }
      : await loadModule(specifier);
  if (typeof loaded.Codec !== "function" || typeof loaded.XmlReader !== "function") {
    throw new Error(`${specifier} is not a run time: it exports no Codec or no XmlReader`);
  }
  return loaded as Runtime;
}

async function loadModule(specifier: string): Promise<Partial<Runtime>> {
  const isPath = specifier.startsWith(".") || specifier.startsWith("/");
  const path = isPath ? resolve(specifier) : specifier;
  try {
    return require(isPath ? path : require.resolve(path, { paths: [process.cwd(), __dirname] }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_REQUIRE_ESM") throw error;
    return import(isPath ? pathToFileURL(path).href : path);
  }
}
