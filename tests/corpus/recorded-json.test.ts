/** The recorded responses of the corpus as JSON, as they are and with changed texts, at each level of `validation`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import { buildTables, decodeDocument, loadModel } from "soapwright-contract";
import { ServiceClient, type ValidationMode } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { customTransport } from "soapwright-runtime/extend";
import { fromJson, jsonSchemaOf, toJson } from "soapwright-runtime/json";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { jsonText } from "soapwright-runtime/xsd";
import { corpusFolder, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { changedDocument, levels } from "./json-trip";
import { report } from "./report";

interface Recorded {
  readonly name: string;
  readonly wsdl: string;
  readonly envelope: string;
}

/** node-soap's exchanges: a folder is named after its operation. */
function recordedResponses(): Recorded[] {
  const root = join(corpusFolder, "node-soap");
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const [wsdl, response] = ["soap.wsdl", "response.xml"].map((file) => join(root, entry.name, file));
    if (!existsSync(wsdl!) || !existsSync(response!)) return [];
    return [{ name: entry.name, wsdl: wsdl!, envelope: decodeDocument(readFileSync(response!)) }];
  });
}

class AnyClient extends ServiceClient {}
interface Caller {
  call(operation: OperationNode, args: unknown): Promise<unknown>;
}

/** Reads envelopes as the responses of an operation, whose arguments are left out. */
class Responses {
  readonly operation: OperationNode;
  #envelope = "";
  readonly #clients: ReadonlyMap<ValidationMode, Caller>;

  constructor(service: ServiceNode, operation: OperationNode) {
    const input = { ...operation.input, body: [], headers: [], unwrap: [] };
    this.operation = { ...operation, input } as OperationNode;
    const transport = customTransport({
      send: async () => ({
        status: 200,
        headers: { "content-type": this.#envelope.includes("/soap-envelope") ? "application/soap+xml" : "text/xml" },
        body: (async function* (xml: string) {
          yield Buffer.from(xml);
        })(this.#envelope),
      }),
    });
    const options = { endpoint: "http://127.0.0.1:9/", retries: 0, transport };
    const own = { ...service, operations: [this.operation] };
    this.#clients = new Map(
      levels.map((validation) => [
        validation,
        new AnyClient(own, { ...options, validation } as never) as unknown as Caller,
      ]),
    );
  }

  /** Resolves to the result, in a list; to none if the level refuses the response. */
  async read(envelope: string, validation: ValidationMode): Promise<readonly [result: unknown] | []> {
    this.#envelope = envelope;
    try {
      return [await this.#clients.get(validation)!.call(this.operation, {})];
    } catch (error) {
      if (isServiceError(error)) return [];
      throw error;
    }
  }
}

async function responsesOf({ name, wsdl }: Recorded): Promise<Responses | undefined> {
  const { model } = await loadModel(wsdl, { allowOutside: true });
  if (model === undefined) return undefined;
  for (const service of await buildTables(model)) {
    const operation = service.operations.find((each) => each.name === name.split("__")[0]);
    if (operation?.output !== undefined) return new Responses(service, operation);
  }
  return undefined;
}

describeCorpus("recorded responses as JSON", () => {
  const counts = { responses: 0, read: { strict: 0, standard: 0, lenient: 0 }, changed: 0 };

  afterAll(() => {
    const { strict, standard, lenient } = counts.read;
    const text = `recorded responses: ${counts.responses}, read by strict, standard, lenient: ${strict}, ${standard}, ${lenient}; ${counts.changed} changed ones: each valid under the schema of its level, 0 different`;
    console.info(text);
    if (everything) report("recorded", text);
  });

  const recorded = recordedResponses();
  test.each(recorded.map((each) => [each.name, each] as const))(
    "%s is valid under the schema of its level, and the same after fromJson",
    async (_name, each) => {
      const responses = await responsesOf(each);
      if (responses === undefined) return;
      const { operation } = responses;
      counts.responses++;
      for (const validation of levels) {
        const { result } = jsonSchemaOf(operation, { validation });
        const isFitting = new Ajv({ strict: true, allowUnionTypes: true }).compile(result!);
        const take = async (envelope: string): Promise<boolean> => {
          const read = await responses.read(envelope, validation);
          if (read.length === 0) return false;
          const [value] = read;
          const written = toJson(operation.output!, value, { validation });
          // Of a result that is absent.
          const json: unknown = written === undefined ? undefined : JSON.parse(jsonText(written));
          const errors = json === undefined || isFitting(json) ? [] : isFitting.errors;
          expect({ json, errors }).toEqual({ json, errors: [] });
          expect(fromJson(operation.output!, json, { validation })).toEqual(value);
          return true;
        };
        if (await take(each.envelope)) counts.read[validation]++;
        await fc.assert(
          fc.asyncProperty(fc.nat(), async (seed) => {
            const changed = changedDocument(each.envelope, seed);
            if (changed !== undefined && (await take(changed))) counts.changed++;
          }),
          { numRuns: everything ? 200 : 20, seed: 64 },
        );
      }
    },
    120_000,
  );

  test("most of them are read", () => expect(counts.read.lenient).toBeGreaterThan(30));
});
