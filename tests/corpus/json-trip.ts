/**
 * XML, values, JSON text and XML again, for the instances of a WSDL that `verify` makes, at each level of `validation`; and
 * for instances with a change that their schema may exclude, where the level reads them all the same.
 */
import { isDeepStrictEqual } from "node:util";
import Ajv from "ajv/dist/2020";
import { buildTables, loadModel } from "soapwright-contract";
import type { ValidationMode } from "soapwright-runtime";
import { Codec, type ElementNode, soapEncoding, XmlReader } from "soapwright-runtime/codecs";
import { isArgumentError } from "soapwright-runtime/errors";
import { fromJson, jsonSchemaDocument, toJson } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import { jsonText } from "soapwright-runtime/xsd";
import { Survey, treeOf, writeTree } from "soapwright-verify";
import { payloadName, payloadsOf } from "../../packages/soapwright-verify/src/proof/payload";

type Loaded = Awaited<ReturnType<typeof loadModel>>;
export type Payload = ReturnType<typeof payloadsOf>[number];

export const levels: readonly ValidationMode[] = ["strict", "standard", "lenient"];
const codec = new Codec({ validation: "strict", soapEncoding });
const codecs = {
  strict: codec,
  standard: new Codec({ validation: "standard", soapEncoding }),
  lenient: new Codec({ validation: "lenient", soapEncoding }),
};
const limits = { maxDepth: 1000, maxAttributes: 100_000, maxNames: 1_000_000 };

/** The octets of a part are the text that refers to it. */
const attachments = {
  attach: () => undefined,
  refer: (octets: unknown) => Buffer.from(octets as Uint8Array).toString("utf8"),
};

export interface JsonTrips {
  readonly payloads: readonly Payload[];
  /** Returns what differs, or is refused; undefined for an equal round trip, and for a payload without instances. */
  take(payload: Payload, seed: string): string | undefined;
  /** The same for an instance with a change, by number, at a level: undefined if the level refuses to read it, too. */
  takeChanged(payload: Payload, seed: number, validation: ValidationMode): string | undefined;
  /** How many changed instances were read. */
  readonly changed: number;
}

export async function jsonTrips(path: string): Promise<JsonTrips | undefined> {
  const loaded: Loaded = await loadModel(path, { allowOutside: true });
  const { model, schemas } = loaded;
  if (model === undefined || schemas === undefined) return undefined;
  const services = await buildTables(model);
  const tables = Object.fromEntries(
    model.clients.flatMap(({ operations }, at) =>
      operations.map(({ constant }, index): [string, OperationNode] => [constant, services[at]!.operations[index]!]),
    ),
  );
  const payloads = payloadsOf(model, tables);
  const survey = new Survey(
    payloads.map(({ root }) => root),
    schemas,
  );
  const names = new Map(payloads.map(({ table }, at) => [table as ElementNode, `payload ${at}`]));
  const ajv = new Ajv({ strict: true });
  for (const validation of levels) {
    const types = [...names].map(([type, name]) => ({ name, type, validation }));
    ajv.addSchema(jsonSchemaDocument("payloads", types), validation);
  }
  const documentOf = (payload: Payload, seed: string): string | undefined => {
    const [encoding] = payload.encodings;
    try {
      const instance = survey.make(payload.root, `${seed} ${payloadName(payload)}`);
      return writeTree(treeOf(instance, encoding && { soapVersion: encoding, isRoot: true }));
    } catch {
      return undefined;
    }
  };
  /** Returns the value that the JSON text of a value gives, and what the schema of the level finds wrong with it. */
  const throughJson = (element: ElementNode, value: unknown, validation: ValidationMode) => {
    const text = jsonText(toJson(element, value, { validation }));
    const json: unknown = JSON.parse(text);
    const again = fromJson(element, json, { validation });
    const validate = ajv.getSchema(`${validation}#/$defs/${encodeURIComponent(names.get(element)!)}`)!;
    const errors = validate(json) ? "" : JSON.stringify(validate.errors);
    return { text, again, errors };
  };
  let changed = 0;
  return {
    payloads: payloads.filter(({ root }) => survey.isPossible(root)),
    take(payload, seed) {
      const [encoding] = payload.encodings;
      const element = payload.table as ElementNode;
      const document = documentOf(payload, seed);
      if (document === undefined) return undefined;
      const name = payload.root.element.name.local;
      const once = { selfContained: true, attachments, encoding } as const;
      const value = decoded(element, document);
      let before: string;
      try {
        before = codec.encode(element, value, name, once);
      } catch (error) {
        if (isOfDimensions(error)) return undefined;
        throw error;
      }
      try {
        for (const validation of levels) {
          const { text, again, errors } = throughJson(element, value, validation);
          const after = codec.encode(element, again, name, once);
          if (before !== after) return `${name}: ${before}\n became ${after}\n by ${text}`;
          if (!isDeepStrictEqual(value, again)) return `${name}: another value by ${text}`;
          if (errors !== "") return `${name}: the schema of ${validation} refuses ${text}: ${errors}`;
        }
        return undefined;
      } catch (error) {
        return `${name}: ${(error as Error).message} of ${document}`;
      }
    },
    takeChanged(payload, seed, validation) {
      const element = payload.table as ElementNode;
      const whole = documentOf(payload, String(seed));
      const document = whole === undefined ? undefined : changedDocument(whole, Math.abs(seed));
      if (document === undefined) return undefined;
      let value: unknown;
      try {
        value = decoded(element, document, codecs[validation]);
      } catch {
        return undefined;
      }
      changed++;
      try {
        const { text, again, errors } = throughJson(element, value, validation);
        if (!isDeepStrictEqual(value, again)) return `${validation}: another value of ${document} by ${text}`;
        return errors === "" ? undefined : `the schema of ${validation} refuses ${text} of ${document}: ${errors}`;
      } catch (error) {
        if (isOfDimensions(error)) return undefined;
        return `${validation}: ${(error as Error).message} of ${document}`;
      }
    },
    get changed() {
      return changed;
    },
  };
}

/** Arrays of several dimensions are not sent, so that there is nothing to compare. */
function isOfDimensions(error: unknown): boolean {
  return isArgumentError(error) && error.message.includes("several dimensions");
}

const texts = ["zz", "-99999999", "", "0.12345678901234567", " 7 ", "2024-02-30", "A".repeat(300)];

/** Returns the document with another text, or without one of its leaves, or with one of them twice. */
export function changedDocument(document: string, seed: number): string | undefined {
  const leaves = [...document.matchAll(/(<[^<>/!?][^<>]*>)([^<>]*)(<\/[^<>]+>)/g)];
  const leaf = leaves[seed % Math.max(1, leaves.length)];
  if (leaf === undefined) return undefined;
  const [whole, start, , end] = leaf;
  const way = Math.floor(seed / leaves.length) % (texts.length + 2);
  const text = way === texts.length ? "" : way > texts.length ? whole + whole : `${start}${texts[way]}${end}`;
  return document.slice(0, leaf.index) + text + document.slice(leaf.index + whole.length);
}

export function decoded(element: ElementNode, document: string, by: Codec = codec): unknown {
  const reader = new XmlReader(
    {
      startElement: (name, attributes) => decoder.startElement(name, attributes),
      endElement: (name) => decoder.endElement(name),
      text: (text) => decoder.text(text),
    },
    { limits },
  );
  const decoder = by.decoder(element, reader);
  Object.assign(reader, { partOf: (url: string) => new Uint8Array(Buffer.from(url)) });
  reader.write(document);
  reader.end();
  return decoder.value;
}
