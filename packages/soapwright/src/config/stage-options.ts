/** The table of how each option is read from a configuration. The command line groups its flags by the same table. */
import { resolve } from "node:path";
import type { ChosenName, ChosenNames, Diagnostics, LoadOptions, ModelOptions } from "soapwright-contract";
import { defaultLimits, isIdentifier, type LoadLimits } from "soapwright-contract";
import {
  classNameForm,
  moduleForm,
  moduleWording,
  type TargetOptions,
  typePrefixForm,
  typeSuffixForm,
} from "./config-options";
import { objectOf, Shape } from "./config-shape";
import type { JsonObject, JsonValue } from "./json";

interface Reading {
  readonly shape: Shape;
  readonly folder: string;
  readonly diagnostics: Diagnostics;
}

type Read<T> = (name: string, from: Reading) => T | undefined;
type Readers<O> = { readonly [Name in keyof O]-?: Read<NonNullable<O[Name]>> };

const flag: Read<boolean> = (name, { shape }) => shape.flag(name);
const texts: Read<readonly string[]> = (name, { shape }) =>
  shape.value(name, false) && shape.texts(name).map(({ text }) => text);
const paths: Read<readonly string[]> = (name, from) => texts(name, from)?.map((path) => resolve(from.folder, path));

function oneOf<T extends string>(...choices: readonly T[]): Read<T> {
  return (name, { shape }) => shape.choice(name, choices);
}

function matching(form: RegExp, wanted: string): Read<string> {
  return (name, { shape, diagnostics }) => {
    const placed = shape.optionalText(name);
    if (placed === undefined || placed.text === "" || form.test(placed.text)) return placed?.text;
    diagnostics.error(placed.position, `"${name}" is "${placed.text}"`, { hint: `it takes ${wanted}` });
    return undefined;
  };
}

const load: Readers<Omit<LoadOptions, "mayBeSchema" | "read">> = {
  catalogs: paths,
  allowOutside: flag,
  allowRemote: flag,
  allowNoService: flag,
  allowMissingMessages: flag,
  allowNoPrefix: flag,
  allowWrongImport: flag,
  allowDoubleTypes: flag,
  ignoreRequired: texts,
  limits: limitsOf,
};

const model: Readers<ModelOptions> = {
  decimal: oneOf("string", "number"),
  int64: oneOf("bigint", "string", "number"),
  enums: oneOf("open", "closed"),
  operations: texts,
  className: matching(classNameForm, "a name for a class, for example OrderService"),
  propertyCase: oneOf("wire", "camel"),
  typeCase: oneOf("wire", "pascal"),
  typePrefix: matching(typePrefixForm, "the start of a name, for example Shop"),
  typeSuffix: matching(typeSuffixForm, "the end of a name, for example Dto"),
  names: namesOf,
};

const output: Readers<Omit<TargetOptions, "load" | "model">> = {
  runtime: matching(moduleForm, moduleWording),
  features: matching(moduleForm, moduleWording),
  extension: oneOf("js", "ts", "none"),
  typeComments: flag,
  split: oneOf("namespace"),
  format: flag,
};

/** config.schema.json has the same names. */
export const optionNames: readonly string[] = ["out", ...[output, model, load].flatMap((each) => Object.keys(each))];

export function readOptions(from: Reading): TargetOptions {
  return { load: readAll(load, from), model: readAll(model, from), ...readAll(output, from) };
}

function readAll<O>(readers: Readers<O>, from: Reading): Partial<O> {
  const entries = Object.entries<Read<unknown>>(readers).map(([name, read]) => [name, read(name, from)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<O>;
}

/** Returns the options of the loader in options of the command line. */
export function loadOptionsIn(options: object): LoadOptions {
  return pick(load, options);
}

/** Returns the options of the model in options of the command line. */
export function modelOptionsIn(options: object): ModelOptions {
  return pick(model, options);
}

/** Returns the options of generated files in options of the command line. */
export function outputOptionsIn(options: object): Omit<TargetOptions, "load" | "model"> {
  return pick(output, options);
}

function pick<O>(readers: Readers<O>, options: object): Partial<O> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(readers, name))) as Partial<O>;
}

function limitsOf(name: string, { shape, diagnostics }: Reading): Partial<LoadLimits> | undefined {
  const object = innerObject(shape.value(name, false), `"${name}"`, diagnostics);
  if (object === undefined) return undefined;
  const names = Object.keys(defaultLimits);
  const inner = new Shape(diagnostics, object, `"${name}"`, names);
  return Object.fromEntries(names.flatMap((limit) => (object.members.has(limit) ? [[limit, inner.count(limit)]] : [])));
}

const nameKinds = ["types", "properties", "operations"] as const;

function namesOf(name: string, { shape, diagnostics }: Reading): ChosenNames | undefined {
  const object = innerObject(shape.value(name, false), `"${name}"`, diagnostics);
  if (object === undefined) return undefined;
  const inner = new Shape(diagnostics, object, `"${name}"`, nameKinds);
  const entries = nameKinds.map((kind) => [
    kind,
    givenNames(inner.value(kind, false), `"${kind}" of "${name}"`, diagnostics),
  ]);
  return Object.fromEntries(entries.filter(([, names]) => names !== undefined));
}

function givenNames(
  value: JsonValue | undefined,
  what: string,
  diagnostics: Diagnostics,
): ReadonlyMap<string, ChosenName> | undefined {
  const object = innerObject(value, what, diagnostics);
  if (object === undefined) return undefined;
  const shape = new Shape(diagnostics, object, what, [...object.members.keys()]);
  const names = new Map<string, ChosenName>();
  for (const key of object.members.keys()) {
    const { text, position } = shape.requiredText(key);
    if (text !== "" && !isIdentifier(text))
      diagnostics.error(position, `"${text}" is no name for ${key}`, { hint: "it takes letters, digits, _ and $" });
    else if (text !== "") names.set(key, { name: text, position });
  }
  return names;
}

function innerObject(value: JsonValue | undefined, what: string, diagnostics: Diagnostics): JsonObject | undefined {
  return value && objectOf(diagnostics, value, what);
}
