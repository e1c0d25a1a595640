import { dirname, resolve } from "node:path";
import { type Diagnostics, isAddress } from "soapwright-contract";
import { joinedOptions, type TargetOptions } from "./config-options";
import { type Placed, shapeOf } from "./config-shape";
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

type Entry = Omit<ConfigEntry, "out"> & { readonly out: Placed | undefined };

/** Returns the entries of a configuration; invalid if `diagnostics` has an error. Paths are relative to the file `path`. */
export function readEntries(root: JsonValue, path: string, diagnostics: Diagnostics): readonly ConfigEntry[] {
  const what = "the configuration";
  const shape = shapeOf(diagnostics, root, what, ["$schema", "wsdls", ...optionNames]);
  if (shape === undefined) return [];
  const folder = dirname(path);
  const general = { options: readOptions(shape, folder), out: shape.optionalText("out") };
  const items = shape.items("wsdls", true);
  if (items.length === 0 && !diagnostics.hasErrors)
    diagnostics.error(shape.member("wsdls") ?? root, "config-wsdls-empty", `"wsdls" of ${what} is empty`, {
      hint: "name at least one WSDL",
    });
  return items.flatMap((item) => {
    // A string has the general options, and a subfolder of the general `out`.
    const entry =
      item.kind === "string"
        ? { ...general, isList: true, wsdls: [{ text: String(item.value), position: item.position }] }
        : entryOf(item, general, folder, diagnostics);
    if (entry === undefined) return [];
    const { wsdls, out } = entry;
    if (out === undefined) {
      const first = wsdls[0]?.text ?? "an entry";
      diagnostics.error(item, "config-out-missing", `"out" is missing for ${first}`, {
        hint: "it takes the folder of the files",
      });
      return [];
    }
    const absolute = ({ text, position }: Placed) => ({ text: resolve(folder, text), position });
    const placed = wsdls.map((wsdl) => (isAddress(wsdl.text) ? wsdl : absolute(wsdl)));
    return [{ ...entry, wsdls: placed, out: absolute(out) }];
  });
}

function entryOf(
  value: JsonValue,
  general: Pick<Entry, "options" | "out">,
  folder: string,
  diagnostics: Diagnostics,
): Entry | undefined {
  const shape = shapeOf(diagnostics, value, "an entry", ["wsdl", ...optionNames]);
  if (shape === undefined) return undefined;
  const options = joinedOptions(readOptions(shape, folder), general.options);
  const isList = shape.value("wsdl")?.kind === "array";
  const wsdls = isList ? shape.texts("wsdl") : [shape.requiredText("wsdl")];
  const out = shape.optionalText("out");
  return {
    wsdls: wsdls.filter(({ text }) => text !== ""),
    isList: isList || out === undefined,
    options,
    out: out ?? general.out,
  };
}
