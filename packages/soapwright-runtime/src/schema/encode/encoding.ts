/** The encoder's functions that write the parts of a value. */

import { escapeAttribute, escapeText } from "../../xml/source";
import { nearName } from "../../xsd/near-name";
import type { ElementPlan, Plans, SoapArrayPlan } from "../plans/plans";
import { ENCODING_11, ENCODING_12, SOAP_11, SOAP_12, XML, XSD, XSI } from "../schema-namespaces";
import type { EncodeScope, SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { EncodedText, OctetsOut } from "./encode-options";

export interface ArrayEncoder {
  encodeArray(encoder: Encoding, name: QName, plan: SoapArrayPlan, value: unknown): void;
}

export interface Encoding {
  readonly writer: Writer;
  readonly plans: Plans;
  /** Undefined for literal messages. */
  readonly encoding: "1.1" | "1.2" | undefined;
  /** Defined when there are plans of arrays. */
  readonly soapEncoding: ArrayEncoder | undefined;
  /** Undefined when all octets are text. */
  readonly attachments: OctetsOut | undefined;
  element(element: ElementPlan, value: unknown): void;
  /** Returns undefined when the octets are written as text. `mediaType` is their default media type. */
  attached(type: SimpleTypeCodec, value: unknown, mediaType: string | undefined): string | undefined;
  /** The text is not escaped. */
  simple(type: SimpleTypeCodec, value: unknown, mediaType?: string): string;
  /**
   * Only the outermost element has `encodingStyle`, because its scope is that element (SOAP 1.1, 4.1.1; SOAP 1.2 Part
   * 1, 5.1.1).
   */
  takeEncodingStyle(): string;
  /** `key` is a property or an index, which the path has while `write` runs. */
  at(key: string | number, write: () => void): void;
  /** After an error `leave` is not needed. */
  enter(key: string | number): void;
  leave(): void;
  nested(write: () => void): void;
  /** Throws an `ArgumentError` at the current path. */
  fail(expected: string, received: string, cause?: unknown): never;
  /** Throws an `ArgumentError` at the current path. */
  refuse(expected: string, value: unknown): never;
  missing(expected: string): never;
}

// A writer of XML text that tracks the prefixes and the default namespace in scope.

interface Binding {
  readonly prefix: string;
  readonly namespace: string;
}

interface OpenTag {
  readonly tag: string;
  readonly outerDefault: string;
  readonly outerBindings: number;
}

interface TagOptions {
  /** The text is ` name="value"`, escaped. */
  readonly attributes?: string;
  /** A prefix saves a declaration on each child without a namespace. */
  readonly prefixed?: boolean;
  /** Names without a prefix in the content rely on it. */
  readonly defaultNamespace?: string | undefined;
}

const wellKnown = new Map([
  [XSI, "xsi"],
  [XSD, "xsd"],
  [ENCODING_11, "soapenc"],
  [ENCODING_12, "soapenc"],
  [SOAP_11, "soap"],
  [SOAP_12, "soap12"],
]);

const xsi: Binding = { prefix: "xsi", namespace: XSI };
const xsd: Binding = { prefix: "xsd", namespace: XSD };

export class Writer implements EncodeScope {
  text = "";
  private defaultNamespace = "";
  private readonly texts: EncodedText[] | undefined;
  private readonly bindings: Binding[];
  /** The last bindings of the list, which the next start tag declares. */
  private pending = 0;
  private plainNames = false;
  private generated = 0;

  /**
   * @param declared Whether `xsi` and `xsd` are in scope already.
   * @param texts Receives the written texts.
   */
  constructor(declared: boolean, texts?: EncodedText[]) {
    this.texts = texts;
    this.bindings = [xsi, xsd];
    if (!declared) this.pending = 2;
  }

  prefixFor(namespace: string, preferred?: string): string {
    if (namespace === "") {
      this.plainNames = true;
      return "";
    }
    if (namespace === XML) return "xml";
    if (preferred !== undefined && !/^xml/i.test(preferred)) {
      const meaning = this.resolvePrefix(preferred);
      if (meaning === undefined) this.declare(preferred, namespace);
      if (meaning === undefined || meaning === namespace) return preferred;
    }
    const bound = this.bindings.findLast(
      (binding) => binding.namespace === namespace && this.resolvePrefix(binding.prefix) === namespace,
    );
    if (bound !== undefined) return bound.prefix;
    let prefix = wellKnown.get(namespace);
    while (prefix === undefined || this.resolvePrefix(prefix) !== undefined) {
      this.generated++;
      prefix = `q${this.generated}`;
    }
    this.declare(prefix, namespace);
    return prefix;
  }

  /** A text is encoded before the start tag of its element, where a name without a prefix is in no namespace. */
  resolvePrefix(prefix: string): string | undefined {
    if (prefix === "") return "";
    return this.bindings.findLast((binding) => binding.prefix === prefix)?.namespace;
  }

  /** The next start tag declares the prefix. */
  declare(prefix: string, namespace: string): void {
    const first = this.bindings.length - this.pending;
    const same = this.bindings.findIndex((binding, index) => index >= first && binding.prefix === prefix);
    if (same >= 0) this.bindings.splice(same, 1);
    else this.pending++;
    this.bindings.push({ prefix, namespace });
  }

  /** The attribute belongs to the element whose start tag is next. */
  attribute(name: QName, value: string): string {
    this.texts?.push({ name: name.local, text: value });
    const prefix = name.namespace === "" ? "" : `${this.prefixFor(name.namespace)}:`;
    return ` ${prefix}${name.local}="${escapeAttribute(value)}"`;
  }

  /** The name belongs to the element whose start tag is next. */
  qualified({ namespace, local }: QName): string {
    const prefix = this.prefixFor(namespace);
    return prefix === "" ? local : `${prefix}:${local}`;
  }

  open(name: QName, { attributes = "", prefixed = false, defaultNamespace }: TagOptions = {}): OpenTag {
    const outerDefault = this.defaultNamespace;
    const neededDefault =
      defaultNamespace ?? (this.plainNames || prefixed || name.namespace === "" ? "" : name.namespace);
    const tag = neededDefault === name.namespace ? name.local : this.qualified(name);
    const outerBindings = this.bindings.length - this.pending;
    let declarations = neededDefault === outerDefault ? "" : ` xmlns="${escapeAttribute(neededDefault)}"`;
    for (let at = outerBindings; at < this.bindings.length; at++) {
      const { prefix, namespace } = this.bindings[at]!;
      declarations += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
    }
    this.defaultNamespace = neededDefault;
    this.pending = 0;
    this.plainNames = false;
    this.text += `<${tag}${declarations}${attributes}>`;
    return { tag, outerDefault, outerBindings };
  }

  content(element: QName, text: string): void {
    this.texts?.push({ name: element.local, text });
    this.text += escapeText(text);
  }

  raw(xml: string): void {
    this.text += xml;
  }

  close({ tag, outerDefault, outerBindings }: OpenTag): void {
    this.text += `</${tag}>`;
    this.defaultNamespace = outerDefault;
    // Setting a length has a cost, and nearly no element has bindings of its own.
    if (this.bindings.length > outerBindings) this.bindings.length = outerBindings;
  }
}

/** A property whose value is `undefined` is absent. */
export type Properties = ReadonlyMap<string, unknown>;

type Readable = { readonly [key: string]: unknown };

/**
 * Reads each own property once. Throws an `ArgumentError` for properties other than `keys` (or `$type`, if `labelled`).
 */
export function readProperties(
  encoder: Encoding,
  value: unknown,
  keys: ReadonlySet<string>,
  labelled = false,
): Properties {
  const object = requireObject(encoder, value);
  for (const key of guarded(encoder, () => Object.keys(object))) {
    if (!keys.has(key) && !(labelled && key === "$type")) refuseUnknown(encoder, key, keys);
  }
  const properties = new Map<string, unknown>();
  const plain = isPlain(encoder, object);
  for (const key of keys) {
    if (!isOwn(encoder, object, key)) {
      if (!plain) refuseInherited(encoder, object, key);
      continue;
    }
    const property = readProperty(encoder, object, key);
    if (property !== undefined) properties.set(key, property);
  }
  return properties;
}

export function readOwn(encoder: Encoding, object: object, key: string): unknown {
  return isOwn(encoder, object, key) ? readProperty(encoder, object, key) : undefined;
}

// Whether an object has an own property. Reading the caller's object may run the caller's code: getters, and the traps
// of proxies. This function and the next run for each property, so they catch errors themselves, without a closure for
// `guarded`.

function isOwn(encoder: Encoding, object: object, key: string): boolean {
  try {
    return Object.hasOwn(object, key);
  } catch (cause) {
    return failReading(encoder, cause);
  }
}

function readProperty(encoder: Encoding, object: object, key: string): unknown {
  try {
    return (object as Readable)[key];
  } catch (cause) {
    encoder.enter(key);
    return failReading(encoder, cause);
  }
}

/**
 * Throws an `ArgumentError` for built-in objects too (dates, maps, arrays, functions), which are not values of a
 * complex type.
 */
export function requireObject(encoder: Encoding, value: unknown): object {
  if (typeof value !== "object" || value === null) encoder.refuse("an object", value);
  const tag = guarded(encoder, () => Object.prototype.toString.call(value));
  if (Array.isArray(value) || tag !== "[object Object]") encoder.refuse("a plain object", value);
  return value;
}

function isPlain(encoder: Encoding, object: object): boolean {
  const prototype = guarded(encoder, () => Object.getPrototypeOf(object) as unknown);
  return prototype === Object.prototype || prototype === null;
}

function guarded<T>(encoder: Encoding, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    return failReading(encoder, cause);
  }
}

function failReading(encoder: Encoding, cause: unknown): never {
  encoder.fail("a property that can be read", "a property whose reading throws", cause);
}

function refuseUnknown(encoder: Encoding, key: string, keys: ReadonlySet<string>): never {
  const near = nearName(key, keys);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  const allowedProperties = keys.size === 0 ? "no properties" : `only ${[...keys].join(", ")}${hint}`;
  // The name is the caller's text and may contain anything, so it is shown only when it is a plain name.
  const shown = /^[\w$.-]{1,64}$/.test(key) ? `the unknown property ${key}` : "an unknown property";
  encoder.fail(allowedProperties, shown);
}

/** Ignoring an inherited property would drop data that the caller sees on the object. `Object.prototype` is exempt. */
function refuseInherited(encoder: Encoding, object: object, key: string): void {
  if (!guarded(encoder, () => key in object) || key in Object.prototype) return;
  encoder.at(key, () => encoder.fail("a property of the object itself", "an inherited property"));
}
