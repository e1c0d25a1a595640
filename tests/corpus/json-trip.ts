/** XML, values, JSON text and XML again, for the instances of a WSDL that `verify` makes. */
import { isDeepStrictEqual } from "node:util";
import Ajv from "ajv/dist/2020";
import { buildTables, loadModel } from "soapwright-contract";
import { isArgumentError } from "soapwright-runtime";
import { Codec, soapEncoding, XmlReader } from "soapwright-runtime/codecs";
import { jsonText } from "soapwright-runtime/extend";
import { fromJson, jsonSchemaDocument, toJson } from "soapwright-runtime/json";
import type { ElementNode, OperationNode } from "soapwright-runtime/nodes";
import { payloadName, payloadsOf, Survey, treeOf, writeTree } from "soapwright-verify";

type Loaded = Awaited<ReturnType<typeof loadModel>>;
export type Payload = ReturnType<typeof payloadsOf>[number];

const codec = new Codec({ validation: "strict", soapEncoding });
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
  const ajv = new Ajv({ strict: true });
  const names = new Map(payloads.map(({ table }, at) => [table as ElementNode, `payload ${at}`]));
  const types = [...names].map(([type, name]) => ({ name, type }));
  ajv.addSchema(jsonSchemaDocument("payloads", types), "payloads");
  return {
    payloads: payloads.filter(({ root }) => survey.isPossible(root)),
    take(payload, seed) {
      const [encoding] = payload.encodings;
      const element = payload.table as ElementNode;
      let document: string;
      try {
        const instance = survey.make(payload.root, `${seed} ${payloadName(payload)}`);
        document = writeTree(treeOf(instance, encoding && { soapVersion: encoding, isRoot: true }));
      } catch {
        return undefined;
      }
      const name = payload.root.element.name.local;
      const once = { selfContained: true, attachments, encoding } as const;
      const value = decoded(element, document);
      let before: string;
      try {
        before = codec.encode(element, value, name, once);
      } catch (error) {
        // Arrays of several dimensions are not sent, so that there is nothing to compare.
        if (isArgumentError(error) && error.message.includes("several dimensions")) return undefined;
        throw error;
      }
      try {
        const text = jsonText(toJson(element, value));
        const json: unknown = JSON.parse(text);
        const again = fromJson(element, json);
        const after = codec.encode(element, again, name, once);
        if (before !== after) return `${name}: ${before}\n became ${after}\n by ${text}`;
        if (!isDeepStrictEqual(value, again)) return `${name}: another value by ${text}`;
        const validate = ajv.getSchema(`payloads#/$defs/${encodeURIComponent(names.get(element)!)}`)!;
        if (!validate(json)) return `${name}: the schema refuses ${text}: ${JSON.stringify(validate.errors)}`;
        return undefined;
      } catch (error) {
        return `${name}: ${(error as Error).message} of ${document}`;
      }
    },
  };
}

export function decoded(element: ElementNode, document: string): unknown {
  const reader = new XmlReader(
    {
      startElement: (name, attributes) => decoder.startElement(name, attributes),
      endElement: (name) => decoder.endElement(name),
      text: (text) => decoder.text(text),
    },
    { limits },
  );
  const decoder = codec.decoder(element, reader);
  Object.assign(reader, { partOf: (url: string) => new Uint8Array(Buffer.from(url)) });
  reader.write(document);
  reader.end();
  return decoder.value;
}
