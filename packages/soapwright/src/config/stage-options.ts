/** The table of how each option is read from a configuration. The command line groups its flags by the same table. */
import { resolve } from "node:path";
import {
  type ChosenName,
  type ChosenNames,
  isIdentifier,
  type LoadLimits,
  type LoadOptions,
  type ModelOptions,
} from "soapwright-contract";
import { defaultLimits } from "soapwright-contract/flags";
import {
  classNameForm,
  moduleForm,
  moduleWording,
  type TargetOptions,
  typePrefixForm,
  typeSuffixForm,
} from "./config-options";
import type { Shape } from "./config-shape";

type Read<T> = (name: string, shape: Shape, folder: string) => T | undefined;
type Readers<O> = { readonly [Name in keyof O]-?: Read<NonNullable<O[Name]>> };

const flag: Read<boolean> = (name, shape) => shape.flag(name);
const texts: Read<readonly string[]> = (name, shape) => shape.value(name) && shape.texts(name).map(({ text }) => text);
const paths: Read<readonly string[]> = (name, shape, folder) =>
  texts(name, shape, folder)?.map((path) => resolve(folder, path));

function oneOf<T extends string>(...choices: readonly T[]): Read<T> {
  return (name, shape) => shape.choice(name, choices);
}

function matching(form: RegExp, wanted: string): Read<string> {
  return (name, shape) => {
    const placed = shape.optionalText(name);
    if (placed === undefined || placed.text === "" || form.test(placed.text)) return placed?.text;
    shape.diagnostics.error(placed, "config-option-value", `"${name}" is "${placed.text}"`, {
      hint: `it takes ${wanted}`,
    });
    return undefined;
  };
}

/** Reads an object whose members have readers of their own. */
function nested<O>(readers: Readers<O>): Read<Partial<O>> {
  return (name, shape, folder) => {
    const inner = shape.inner(name, Object.keys(readers));
    return inner && readAll(readers, inner, folder);
  };
}

const chosenNames: Read<ReadonlyMap<string, ChosenName>> = (kind, shape) => {
  const inner = shape.inner(kind, undefined, `"${kind}" of "names"`);
  if (inner === undefined) return undefined;
  const names = new Map<string, ChosenName>();
  for (const key of inner.names) {
    const { text, position } = inner.requiredText(key);
    if (text !== "" && !isIdentifier(text))
      inner.diagnostics.error(position, "config-chosen-name", `"${text}" is no name for ${key}`, {
        hint: "it takes letters, digits, _ and $",
      });
    else if (text !== "") names.set(key, { name: text, position });
  }
  return names;
};

const count: Read<number> = (name, shape) => shape.count(name);
const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, count])) as Readers<LoadLimits>;

const load: Readers<Omit<LoadOptions, "mayBeSchema" | "read">> = {
  catalogs: paths,
  allowOutside: flag,
  allowRemote: flag,
  allowNoService: flag,
  allowMissingMessages: flag,
  allowNoPrefix: flag,
  allowWrongImport: flag,
  allowDoubleTypes: flag,
  skipOperations: texts,
  rpcNamespace: oneOf("none", "target"),
  ignoreRequired: texts,
  limits: nested(limits),
};

const model: Readers<ModelOptions> = {
  decimal: oneOf("string", "number"),
  int64: oneOf("bigint", "string", "number"),
  enums: oneOf("open", "closed"),
  operations: texts,
  types: oneOf("used", "all"),
  simpleTypes: oneOf("declared", "derived"),
  className: matching(classNameForm, "a name for a class, for example OrderService"),
  propertyCase: oneOf("wire", "camel"),
  typeCase: oneOf("wire", "pascal"),
  typePrefix: matching(typePrefixForm, "the start of a name, for example Shop"),
  typeSuffix: matching(typeSuffixForm, "the end of a name, for example Dto"),
  names: nested<ChosenNames>({ types: chosenNames, properties: chosenNames, operations: chosenNames }),
};

const output: Readers<Omit<TargetOptions, "load" | "model">> = {
  runtime: matching(moduleForm, moduleWording),
  features: matching(moduleForm, moduleWording),
  nodeSoap: flag,
  extension: oneOf("js", "ts", "none"),
  typeComments: flag,
  split: oneOf("namespace"),
  format: flag,
};

/** config.schema.json has the same names. */
export const optionNames: readonly string[] = ["out", ...[output, model, load].flatMap((each) => Object.keys(each))];

export function readOptions(shape: Shape, folder: string): TargetOptions {
  return {
    load: readAll(load, shape, folder),
    model: readAll(model, shape, folder),
    ...readAll(output, shape, folder),
  };
}

function readAll<O>(readers: Readers<O>, shape: Shape, folder: string): Partial<O> {
  const entries = Object.entries<Read<unknown>>(readers).map(([name, read]) => [name, read(name, shape, folder)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<O>;
}

/** Returns the options in flags of the command line, which have the same names. */
export function optionsIn(flags: object): TargetOptions {
  return { load: pick(load, flags), model: pick(model, flags), ...pick(output, flags) };
}

function pick<O>(readers: Readers<O>, flags: object): Partial<O> {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => Object.hasOwn(readers, name))) as Partial<O>;
}
