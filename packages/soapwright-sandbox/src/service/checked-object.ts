/** Checks of objects from JavaScript and JSON by a table: a check for each property. */
import { checkKnown, checkObject, checkWithin, type NumberRange, wrongOption } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";

/** Returns the value; throws a `ConfigurationError` that names the option if the value is wrong. */
export type Check = (option: string, value: unknown) => unknown;

/**
 * Returns the properties that are defined, checked. Throws a `ConfigurationError` that names the first unknown or wrong
 * property. `required` properties are checked even if they are undefined. `start` precedes the names of properties.
 */
export function checkedObject(
  option: string,
  value: unknown,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
  { whose = option, start = `${option}.` } = {},
): Record<string, unknown> {
  const properties = checkObject(option, value);
  checkKnown(properties, new Set(Object.keys(checks)), whose);
  const checked: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(checks)) {
    const content: unknown = Reflect.get(properties, name);
    if (content !== undefined || required.includes(name)) checked[name] = check(start + name, content);
  }
  return checked;
}

export const within =
  (range: NumberRange): Check =>
  (option, value) =>
    checkWithin(option, value, range);

export function checkString(option: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw wrongOption(option, "a string", kindOf(value));
}

/** Throws a `ConfigurationError` for any value but text that is not empty. */
export function checkCredential(option: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw wrongOption(option, "a string that is not empty", kindOf(value));
}
