/** Checks a configuration of any form, and returns the entries to generate. */
import { dirname, resolve } from "node:path";
import type { Diagnostics, GivenName, GivenNames } from "soapwright-contract";
import { defaultLimits, isAddress, isIdentifier, type LoadLimits } from "soapwright-contract";
import { joinedOptions, moduleForm, moduleWords, type TargetOptions } from "./config-options";
import { objectOf, type Placed, Shape } from "./config-shape";
import type { JsonObject, JsonValue } from "./json";

/** WSDLs that share their options. Paths are absolute. */
export interface ConfigEntry {
  /** Whether it can produce several WSDLs, each with its own folder. */
  readonly isList: boolean;
  readonly wsdls: readonly Placed[];
  readonly out: Placed;
  readonly options: TargetOptions;
}

/** Names of a WSDL's options; the JSON schema has the same. */
export const optionNames =
  "out runtime features extension decimal int64 enums operations className propertyCase typeCase typePrefix typeSuffix names typeComments split format catalogs allowOutside allowRemote allowNoService allowMissingMessages allowNoPrefix allowWrongImport allowDoubleTypes ignoreRequired limits".split(
    " ",
  );
const limitNames = Object.keys(defaultLimits) as (keyof LoadLimits)[];
const nameKinds = ["types", "properties", "operations"] as const;

/** The entries of a configuration; invalid if `found` has an error. Paths are relative to the file `path`. */
export function readEntries(root: JsonValue, path: string, found: Diagnostics): readonly ConfigEntry[] {
  const object = objectOf(found, root, "the configuration");
  if (object === undefined) return [];
  const shape = new Shape(found, object, "the configuration", ["$schema", "wsdls", ...optionNames]);
  const folder = dirname(path);
  const general = optionsOf(object, shape, folder, found);
  const out = textOf(shape, "out");
  const items = shape.items("wsdls", true);
  if (items.length === 0 && !found.hasErrors)
    found.error(object.members.get("wsdls")?.position ?? root.position, '"wsdls" of the configuration is empty', {
      hint: "name at least one WSDL",
    });
  return items.flatMap((item) => entryOf(item, { out, options: general }, folder, found));
}

interface General {
  readonly out: Placed | undefined;
  readonly options: TargetOptions;
}

function entryOf(value: JsonValue, general: General, folder: string, found: Diagnostics): ConfigEntry[] {
  const entry = value.kind === "string" ? entryOfText(value, general) : entryOfObject(value, general, folder, found);
  if (entry === undefined) return [];
  const { wsdls, out, options, isList } = entry;
  if (out === undefined) {
    const first = wsdls[0]?.text ?? "an entry";
    found.error(value.position, `"out" is missing for ${first}`, { hint: "it takes the folder of the files" });
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

function entryOfObject(value: JsonValue, general: General, folder: string, found: Diagnostics): Entry | undefined {
  const object = objectOf(found, value, "an entry");
  if (object === undefined) return undefined;
  const shape = new Shape(found, object, "an entry", ["wsdl", ...optionNames]);
  const own = optionsOf(object, shape, folder, found);
  const isList = object.members.get("wsdl")?.value.kind === "array";
  const wsdls = isList ? shape.texts("wsdl") : [shape.requiredText("wsdl")];
  const ownOut = textOf(shape, "out");
  return {
    wsdls: wsdls.filter(({ text }) => text !== ""),
    // In the general `out`, an entry has a subfolder.
    isList: isList || ownOut === undefined,
    options: joinedOptions(own, general.options),
    out: ownOut ?? general.out,
  };
}

function textOf(shape: Shape, name: string): Placed | undefined {
  return shape.value(name, false) === undefined ? undefined : shape.requiredText(name);
}

function optionsOf(object: JsonObject, shape: Shape, folder: string, found: Diagnostics): TargetOptions {
  const limits = limitsOf(shape, found);
  const catalogs = object.members.has("catalogs")
    ? shape.texts("catalogs").map(({ text }) => resolve(folder, text))
    : undefined;
  const ignoreRequired = object.members.has("ignoreRequired")
    ? shape.texts("ignoreRequired").map(({ text }) => text)
    : undefined;
  const operations = object.members.has("operations") ? shape.texts("operations").map(({ text }) => text) : undefined;
  return {
    load: present({
      catalogs,
      allowOutside: shape.flag("allowOutside"),
      allowRemote: shape.flag("allowRemote"),
      allowNoService: shape.flag("allowNoService"),
      allowMissingMessages: shape.flag("allowMissingMessages"),
      allowNoPrefix: shape.flag("allowNoPrefix"),
      allowWrongImport: shape.flag("allowWrongImport"),
      allowDoubleTypes: shape.flag("allowDoubleTypes"),
      ignoreRequired,
      limits,
    }),
    model: present({
      decimal: shape.choice("decimal", ["string", "number"] as const),
      int64: shape.choice("int64", ["bigint", "string", "number"] as const),
      enums: shape.choice("enums", ["open", "closed"] as const),
      operations,
      className: matching(
        shape,
        "className",
        /^[A-Z][A-Za-z0-9_]*$/,
        "a name for a class, for example OrderService",
        found,
      ),
      propertyCase: shape.choice("propertyCase", ["wire", "camel"] as const),
      typeCase: shape.choice("typeCase", ["wire", "pascal"] as const),
      typePrefix: matching(shape, "typePrefix", /^[A-Za-z_$][\w$]*$/, "the start of a name, for example Shop", found),
      typeSuffix: matching(shape, "typeSuffix", /^[\w$]+$/, "the end of a name, for example Dto", found),
      names: namesOf(shape, found),
    }),
    ...present({
      runtime: matching(shape, "runtime", moduleForm, moduleWords, found),
      features: matching(shape, "features", moduleForm, moduleWords, found),
      extension: shape.choice("extension", ["js", "ts", "none"] as const),
      typeComments: shape.flag("typeComments"),
      split: shape.choice("split", ["namespace"] as const),
      format: shape.flag("format"),
    }),
  };
}

/** The properties without the undefined ones. */
function present<T extends object>(properties: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

function matching(shape: Shape, name: string, form: RegExp, wanted: string, found: Diagnostics): string | undefined {
  const placed = textOf(shape, name);
  if (placed === undefined || placed.text === "" || form.test(placed.text)) return placed?.text;
  found.error(placed.position, `"${name}" is "${placed.text}"`, { hint: `it takes ${wanted}` });
  return undefined;
}

function limitsOf(shape: Shape, found: Diagnostics): Partial<LoadLimits> | undefined {
  const value = shape.value("limits", false);
  const object = value && objectOf(found, value, '"limits"');
  if (object === undefined) return undefined;
  const inner = new Shape(found, object, '"limits"', limitNames);
  return present(Object.fromEntries(limitNames.map((name) => [name, inner.count(name)])));
}

function namesOf(shape: Shape, found: Diagnostics): GivenNames | undefined {
  const value = shape.value("names", false);
  const object = value && objectOf(found, value, '"names"');
  if (object === undefined) return undefined;
  const inner = new Shape(found, object, '"names"', nameKinds);
  return present(
    Object.fromEntries(nameKinds.map((kind) => [kind, givenNames(inner.value(kind, false), kind, found)])),
  );
}

function givenNames(
  value: JsonValue | undefined,
  kind: string,
  found: Diagnostics,
): Map<string, GivenName> | undefined {
  const object = value && objectOf(found, value, `"${kind}" of "names"`);
  if (object === undefined) return undefined;
  const shape = new Shape(found, object, `"${kind}" of "names"`, [...object.members.keys()]);
  const names = new Map<string, GivenName>();
  for (const key of object.members.keys()) {
    const { text, position } = shape.requiredText(key);
    if (text !== "" && !isIdentifier(text))
      found.error(position, `"${text}" is no name for ${key}`, { hint: "it takes letters, digits, _ and $" });
    else if (text !== "") names.set(key, { name: text, position });
  }
  return names;
}
