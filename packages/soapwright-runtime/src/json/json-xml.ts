import { anyTypes } from "../any-types";
import type { ValidationMode } from "../client/option-types";
import { isArgumentError } from "../errors/argument-error";
import { problemOf, withoutStop } from "../errors/error-message";
import { isResponseError } from "../errors/response-error";
import { Codec } from "../schema/codec";
import { Mismatch } from "../schema/simple/mismatch";
import { soapEncoding } from "../schema/soap-encoding";
import { anyElement, madeElement } from "../schema/tables/made-nodes";
import type { ComplexNode, ElementNode, NodeRef } from "../schema/tables/nodes";
import { contentOnly, leavesOf, membersOf } from "../schema/tables/parts";
import { anyType } from "../schema/tables/table-complex";
import { isAnyType } from "../schema/tables/view";
import { escapeText } from "../xml/escape-text";
import { XmlReader } from "../xml/reader";
import type { QName } from "../xml/xml-names";

const codec = new Codec({ validation: "strict", soapEncoding });
const codecs: Readonly<Record<ValidationMode, Codec>> = {
  strict: codec,
  standard: new Codec({ validation: "standard", soapEncoding }),
  lenient: new Codec({ validation: "lenient", soapEncoding }),
};
/** Lenient decoding reads everything only for a reader of its notes. */
const UNHEARD = { note: (): void => undefined };

/** The text is in memory already, so that only its depth and its names are limited. */
const limits = {
  maxDepth: 256,
  maxAttributes: 1000,
  maxTextLength: Number.MAX_SAFE_INTEGER,
  maxNameLength: 10_000,
  maxNames: 100_000,
};

const NO_NAME = { namespace: "", local: "value" };

export function elementOf(type: NodeRef, name = NO_NAME): ElementNode {
  return madeElement(name, type, { key: "value" });
}

const tree = elementOf(anyType);

/** Checks a value against its type as a request would be checked. Throws `ArgumentError`. */
export function checkByEncoding(type: NodeRef, value: unknown, path: string, name?: QName): void {
  // A tree outside of an element may have any name.
  if (name === undefined && isAnyType(type)) return;
  codec.encode(elementOf(type, name), value, path, {
    attachments: { attach: () => undefined, refer: () => "cid:octets" },
  });
}

/** Returns an `XmlElement` as XML text. Throws `Mismatch`. */
export function treeToText(value: unknown): string {
  const name = typeof value === "object" && value !== null ? Reflect.get(value, "name") : undefined;
  return written(
    { ...tree, name: typeof name === "object" && name !== null ? (name as typeof NO_NAME) : NO_NAME },
    value,
  );
}

/** Returns an element with a value of a built-in type, and its `xsi:type`. Throws `Mismatch`. */
export function typedElement(type: string, value: unknown, name: QName): unknown {
  try {
    return encode(`xs:${type}`, value, name);
  } catch (error) {
    if (isArgumentError(error)) throw new Mismatch(error.expected, error.received);
    throw error;
  }
}

const encode = anyTypes<Readonly<Record<string, unknown>>>({}).encode;

/** Returns the `XmlElement` of XML text with one element. Throws `Mismatch`. */
export function treeFromText(text: unknown): unknown {
  const { any } = read(anyElement, text, "the XML text of one element") as { readonly any: unknown };
  return any;
}

/** Returns mixed content as XML text. Throws `Mismatch`. */
export function mixedToText(type: ComplexNode, value: unknown, level: ValidationMode): string {
  if (!Array.isArray(value)) throw new Mismatch("a list of texts and elements");
  const leaves = leavesOf(membersOf(type));
  return value
    .map((item: unknown) => {
      if (typeof item === "string") return escapeText(item);
      const [entry, other] = Object.entries(typeof item === "object" && item !== null ? item : {});
      const leaf = leaves.find(({ key }) => key === entry?.[0]);
      if (entry === undefined || other !== undefined || leaf === undefined)
        throw new Mismatch("a list of texts, and of objects with one element");
      const { element } = leaf;
      return element === undefined
        ? treeToText(entry[1])
        : written({ ...element, min: 1, max: 1, array: false }, entry[1], level);
    })
    .join("");
}

/** Returns the value of mixed content. Throws `Mismatch`. */
export function mixedFromText(
  type: ComplexNode,
  key: string,
  text: unknown,
  level: ValidationMode = "strict",
): unknown {
  const value = read(contentOnly(type), text, "the XML text of mixed content", level) as Readonly<
    Record<string, unknown>
  >;
  return Object.hasOwn(value, key) ? value[key] : [];
}

function written(element: ElementNode, value: unknown, level: ValidationMode = "strict"): string {
  let text: string;
  try {
    text = codec.encode(element, value, element.name.local, { selfContained: true, asRead: level });
  } catch (error) {
    if (isArgumentError(error)) throw new Mismatch(`${error.expected} at ${error.path}`, error.received);
    throw error;
  }
  const end = text.indexOf(">");
  const [head, rest] = [text.slice(0, end), text.slice(end)];
  return (
    [" xmlns:xsi=", " xmlns:xsd="].reduce((start, declaration) => {
      const prefix = declaration.slice(7, -1);
      const isUsed = text.split(`${prefix}:`).length > 1 && new RegExp(`[ "<>/\\s]${prefix}:`).test(text);
      return isUsed ? start : start.replace(new RegExp(`${declaration}"[^"]*"`), "");
    }, head) + rest
  );
}

/** Wraps the text in an element of `content`, so that it may be a fragment of XML. */
function read(content: ComplexNode, text: unknown, expected: string, level: ValidationMode = "strict"): unknown {
  if (typeof text !== "string") throw new Mismatch(expected);
  const { local } = NO_NAME;
  try {
    const reader = new XmlReader(
      {
        startElement: (name, attributes) => decoder.startElement(name, attributes),
        endElement: (name) => decoder.endElement(name),
        text: (piece) => decoder.text(piece),
      },
      { limits, subject: "document" },
    );
    const decoder = codecs[level].decoder(elementOf(content), reader, { notes: UNHEARD });
    reader.write(`<${local}>${text}</${local}>`);
    reader.end();
    return decoder.value;
  } catch (error) {
    if (isResponseError(error)) throw new Mismatch(`${expected} (${withoutStop(problemOf(error))})`);
    throw error;
  }
}
