/** Recorded requests and responses of the corpus, through `soapwright call` and through both levels of validation. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Codec, type ElementNode, soapEncoding, XmlReader } from "soapwright-runtime/codecs";
import { isServiceError } from "soapwright-runtime/errors";
import { fromJson, toJson } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import { runCommand } from "soapwright-testing/commands/run-command";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { Survey, treeOf, writeTree } from "soapwright-verify";
import { type LoadedServices, loadServices } from "../../../soapwright-contract/src/open/loaded-services";
import { openedClient } from "../../../soapwright-contract/src/open/open-service";
import { mockService } from "../../../soapwright-sandbox/src/service/mock/mock-service";
import { payloadsOf } from "../../../soapwright-verify/src/proof/payload";

const folder = join(corpusFolder, "node-soap");

interface Sample {
  readonly name: string;
  readonly wsdl: string;
  readonly operation: OperationNode;
  readonly loaded: LoadedServices;
  readonly response: string;
  /** Arguments as JSON, with which the operation is called. */
  readonly args: unknown;
}

/** The samples whose WSDL is beside them and loads, and whose operation it has. The folder is named after that. */
async function samples(): Promise<Sample[]> {
  const found: Sample[] = [];
  for (const name of readdirSync(folder)) {
    const [wsdl, response] = ["soap.wsdl", "response.xml"].map((file) => join(folder, name, file)) as [string, string];
    if (!existsSync(wsdl) || !existsSync(response)) continue;
    const loaded = await loadServices(wsdl, { wsdl: { allowOutside: true } }).catch(() => undefined);
    const wanted = name.split("__", 1)[0];
    const [service] = loaded?.services ?? [];
    const operation = service?.service.operations.find((each) => each.name === wanted || each.method === wanted);
    if (loaded !== undefined && operation !== undefined)
      found.push({
        name,
        wsdl,
        operation,
        loaded,
        response: readFileSync(response, "utf8"),
        args: makerOf(loaded)(operation) ?? {},
      });
  }
  return found;
}

const codec = new Codec({ validation: "standard", soapEncoding });

function decoded(element: ElementNode, document: string): unknown {
  const reader = new XmlReader(
    {
      startElement: (name, attributes) => decoder.startElement(name, attributes),
      endElement: (name) => decoder.endElement(name),
      text: (text) => decoder.text(text),
    },
    { limits: { maxDepth: 1000, maxAttributes: 100_000, maxNames: 1_000_000 } },
  );
  const decoder = codec.decoder(element, reader);
  Object.assign(reader, { partOf: (url: string) => new Uint8Array(Buffer.from(url)) });
  reader.write(document);
  reader.end();
  return decoder.value;
}

/** Returns a maker of arguments as JSON, for operations of one WSDL; undefined where no instance can be made. */
function makerOf({ model, services, schemas }: LoadedServices): (operation: OperationNode) => unknown {
  const tables = Object.fromEntries(
    model.clients.flatMap(({ operations }, at) =>
      operations.map(({ constant }, index): [string, OperationNode] => [
        constant,
        services[at]!.service.operations[index]!,
      ]),
    ),
  );
  const payloads = payloadsOf(model, tables).filter(({ root }) => root.role === "arguments");
  const survey = new Survey(
    payloads.map(({ root }) => root),
    schemas!,
  );
  return ({ input }) => {
    const values: Record<string, unknown> = {};
    for (const element of input.body) {
      const payload = payloads.find(({ table }) => table === element);
      if (payload === undefined || !survey.isPossible(payload.root)) return undefined;
      const [encoding] = payload.encodings;
      const tree = treeOf(survey.makeSample(payload.root, 1), encoding && { soapVersion: encoding, isRoot: true });
      values[element.key] = decoded(element, writeTree(tree));
    }
    for (const { key } of input.attachments ?? []) values[key] = new Uint8Array([0, 255, 13, 10]);
    const args = input.unwrap.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      values,
    );
    return toJson(input, args);
  };
}

/** Runs the command with arguments as JSON. */
function called(wsdl: string, json: unknown, ...words: readonly string[]) {
  return runCommand(["call", wsdl, ...words, "--allow-outside", "--json", "-"], { input: JSON.stringify(json) });
}

describeCorpus("recorded exchanges", () => {
  let server: Server;
  let endpoint: string;
  let response = "";
  let all: readonly Sample[];
  beforeAll(async () => {
    all = await samples();
    server = createServer((request, answer) => {
      request.resume();
      request.on("end", () => {
        const type = response.includes("http://www.w3.org/2003/05/soap-envelope") ? "application/soap+xml" : "text/xml";
        answer.writeHead(/:Fault\b/.test(response) ? 500 : 200, { "content-type": type }).end(response);
      });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }, 120_000);
  afterAll(() => server.close());

  type Level = "strict" | "standard" | "lenient";
  const outcomes = new Map<string, ReturnType<typeof read>>();
  /** Returns what each level makes of the sample's response, which is read once. */
  function outcome(sample: Sample, validation: Level): ReturnType<typeof read> {
    const key = `${sample.name} ${validation}`;
    const known = outcomes.get(key) ?? read(sample, validation);
    outcomes.set(key, known);
    return known;
  }

  async function read({ loaded, operation, args: json }: Sample, validation: Level) {
    const [service] = loaded.services;
    const client = await openedClient(loaded, service!, { endpoint, validation, retries: 0 });
    const args = fromJson(operation.input, json);
    try {
      const value = await client[operation.method]!(args);
      return { value };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return { error };
    } finally {
      await client.close({ force: true });
    }
  }

  test("there are more than twelve", () => expect(all.length).toBeGreaterThan(12));

  test("a response that is refused says of lenient validation what it does", async () => {
    const counts = { read: 0, refused: 0, byLenient: 0 };
    for (const sample of all) {
      response = sample.response;
      const lenient = await outcome(sample, "lenient");
      for (const level of ["strict", "standard"] as const) {
        const { error } = await outcome(sample, level);
        if (error === undefined) counts.read++;
        else counts.refused++;
        if (error?.code !== "RESPONSE") continue;
        const claims = /Lenient validation gives .* [Ss]et validation: "lenient"|\(validation is strict\)/.test(
          error.message,
        );
        if (claims) counts.byLenient++;
        expect([sample.name, level, error.message, claims]).toEqual([
          sample.name,
          level,
          error.message,
          lenient.error === undefined,
        ]);
      }
    }
    console.info(
      `recorded responses: ${counts.read} read, ${counts.refused} refused, of which lenient reads ${counts.byLenient}`,
    );
    expect(counts.read).toBeGreaterThan(12);
    expect(counts.refused).toBeGreaterThan(0);
  }, 300_000);

  test("soapwright call gives the value of each response, as JSON", async () => {
    const exact: string[] = [];
    for (const sample of all) {
      const { operation, wsdl, args } = sample;
      response = sample.response;
      const wanted = await outcome(sample, "standard");
      const printed = await called(wsdl, args, operation.name, "--endpoint", endpoint, "--format", "json");
      const { code } = printed;
      if (wanted.error !== undefined) {
        expect([sample.name, code, printed.err]).toEqual([
          sample.name,
          wanted.error.code === "FAULT" ? 5 : 6,
          printed.err,
        ]);
        continue;
      }
      // Where a response departs from its contract, the command notes the place.
      const lines = printed.err.split("\n").filter((line) => line !== "" && !line.startsWith('{"note":'));
      expect([sample.name, code, lines]).toEqual([sample.name, 0, []]);
      if (operation.output === undefined) continue;
      // JSON has no form of undefined: the command prints null.
      const json = wanted.value === undefined ? null : toJson(operation.output, wanted.value);
      expect([sample.name, JSON.parse(printed.out)]).toEqual([sample.name, json]);
      exact.push(sample.name);
    }
    console.info(`recorded exchanges through soapwright call: ${exact.length}`);
    expect(exact.length).toBeGreaterThanOrEqual(12);
  }, 300_000);
});

describeCorpus("operations of the corpus", () => {
  // A document of 4 MB is read again for each call.
  const most = everything ? Number.POSITIVE_INFINITY : 2;
  const sample = /list_parameter|mixed-sequence|choice\.wsdl|SOAPBuildersInterop|airline|vies|multi-service/;
  const counts = { operations: 0, answered: 0, unmade: 0 };
  afterAll(() =>
    console.info(
      `calls of the command to the mock: ${counts.answered} of ${counts.operations}; ${counts.unmade} more without an instance`,
    ),
  );

  test.each(corpusWsdls().filter((file) => everything || sample.test(file)))(
    "%s: the command calls the mock with made JSON",
    async (file) => {
      const wsdl = join(corpusFolder, "wsdl", file);
      const loaded = await loadServices(wsdl, { wsdl: { allowOutside: true } });
      const mock = await mockService(wsdl, { load: { allowOutside: true }, sandbox: { port: 0 } });
      const make = makerOf(loaded);
      const failed: string[] = [];
      try {
        for (const { service } of loaded.services) {
          const place = mock.places.find(({ service: name }) => name === service.name) ?? mock.places[0]!;
          for (const operation of service.operations.slice(0, most)) {
            const json = make(operation);
            if (json === undefined && operation.input.body.length > 0) {
              counts.unmade++;
              continue;
            }
            counts.operations++;
            const words = [operation.method, "--service", service.name, "--endpoint", mock.url + place.path];
            const { code, err } = await called(wsdl, json ?? {}, ...words);
            if (code === 0) counts.answered++;
            // docs/values.md: an array of several dimensions is refused.
            else if (!/arrays of several dimensions are not supported/.test(err))
              failed.push(`${operation.name}: ${code} ${err.slice(0, 500)}`);
          }
        }
      } finally {
        await mock.close();
      }
      expect(failed).toEqual([]);
    },
    1_200_000,
  );
});
