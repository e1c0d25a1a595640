/**
 * The run time of generated code, loaded on first use. Only the members used here are declared, because `--runtime` may
 * name another version.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { TABLES_MODULE } from "soapwright-runtime/internal";

export type ElementTable = object;

interface EncodeOptions {
  readonly selfContained?: boolean;
  readonly attachments?: object;
  readonly encoding?: "1.1" | "1.2";
}
interface ElementDecoder {
  readonly done: boolean;
  readonly value: unknown;
  startElement(...args: unknown[]): void;
  endElement(...args: unknown[]): void;
  text(...args: unknown[]): void;
}
export interface Codec {
  encode(element: ElementTable, value: unknown, path: string, options?: EncodeOptions): string;
  decoder(element: ElementTable, scope: object): ElementDecoder;
}
interface XmlReader {
  write(chunk: string): void;
  end(): void;
}
export interface Runtime {
  readonly Codec: new (settings: {
    readonly validation: "strict" | "standard" | "lenient";
    readonly soapEncoding?: object | undefined;
  }) => Codec;
  readonly soapEncoding?: object;
  readonly XmlReader: new (events: object, options?: { readonly limits?: object }) => XmlReader;
}

/**
 * Returns the module that `--runtime` names: a package, or a path relative to the working directory. Default: this
 * version's run time.
 *
 * @throws Error when the module does not exist, or is not a run time.
 */
export async function loadRuntime(specifier?: string): Promise<Runtime> {
  const loaded =
    specifier === undefined
      ? (require("soapwright-runtime/tables") as typeof import("soapwright-runtime/tables"))
      : await loadModule(specifier);
  if (typeof loaded.Codec !== "function" || typeof loaded.XmlReader !== "function") {
    throw new Error(`${specifier ?? TABLES_MODULE} is not a run time: it exports no Codec or no XmlReader`);
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
