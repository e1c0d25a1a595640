import { dirname, resolve } from "node:path";
import { type Diagnostics, isAddress } from "soapwright-contract";
import { joinedOptions, type TargetOptions } from "./config-options";
import { objectOf, type Placed, Shape } from "./config-shape";
import type { JsonValue } from "./json";
import { optionNames, readOptions } from "./stage-options";

/** WSDLs that share their options. Paths are absolute. */
export interface ConfigEntry {
  /** Whether the entry can produce several WSDLs, each with its own folder. */
  readonly isList: boolean;
  readonly wsdls: readonly Placed[];
  readonly out: Placed;
  readonly options: TargetOptions;
}

/** Returns the entries of a configuration; invalid if `diagnostics` has an error. Paths are relative to the file `path`. */
export function readEntries(root: JsonValue, path: string, diagnostics: Diagnostics): readonly ConfigEntry[] {
  const object = objectOf(diagnostics, root, "the configuration");
  if (object === undefined) return [];
  const shape = new Shape(diagnostics, object, "the configuration", ["$schema", "wsdls", ...optionNames]);
  const folder = dirname(path);
  const general = readOptions({ shape, folder, diagnostics });
  const out = shape.optionalText("out");
  const items = shape.items("wsdls", true);
  if (items.length === 0 && !diagnostics.hasErrors)
    diagnostics.error(object.members.get("wsdls")?.position ?? root.position, '"wsdls" of the configuration is empty', {
      hint: "name at least one WSDL",
    });
  return items.flatMap((item) => entryOf(item, { out, options: general }, folder, diagnostics));
}

interface General {
  readonly out: Placed | undefined;
  readonly options: TargetOptions;
}

function entryOf(value: JsonValue, general: General, folder: string, diagnostics: Diagnostics): ConfigEntry[] {
  const entry =
    value.kind === "string" ? entryOfText(value, general) : entryOfObject(value, general, folder, diagnostics);
  if (entry === undefined) return [];
  const { wsdls, out, options, isList } = entry;
  if (out === undefined) {
    const first = wsdls[0]?.text ?? "an entry";
    diagnostics.error(value.position, `"out" is missing for ${first}`, { hint: "it takes the folder of the files" });
    return [];
  }
  const placed = wsdls.map(({ text, position }) => ({
    text: isAddress(text) ? text : resolve(folder, text),
    position,
  }));
  return [{ wsdls: placed, isList, options, out: { ...out, text: resolve(folder, out.text) } }];
}

type Entry = Omit<ConfigEntry, "out"> & { readonly out: Placed | undefined };

/** A string has the general options, and a subfolder of the general `out`. */
function entryOfText(
  value: JsonValue & { readonly kind: "string" | "number" | "boolean" | "null" },
  general: General,
): Entry {
  return { ...general, isList: true, wsdls: [{ text: String(value.value), position: value.position }] };
}

function entryOfObject(
  value: JsonValue,
  general: General,
  folder: string,
  diagnostics: Diagnostics,
): Entry | undefined {
  const object = objectOf(diagnostics, value, "an entry");
  if (object === undefined) return undefined;
  const shape = new Shape(diagnostics, object, "an entry", ["wsdl", ...optionNames]);
  const entryOptions = readOptions({ shape, folder, diagnostics });
  const isList = object.members.get("wsdl")?.value.kind === "array";
  const wsdls = isList ? shape.texts("wsdl") : [shape.requiredText("wsdl")];
  const entryOut = shape.optionalText("out");
  return {
    wsdls: wsdls.filter(({ text }) => text !== ""),
    isList: isList || entryOut === undefined,
    options: joinedOptions(entryOptions, general.options),
    out: entryOut ?? general.out,
  };
}
