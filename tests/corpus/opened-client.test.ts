import { join } from "node:path";
import { type OpenedService, openService } from "soapwright";
import { buildTables, loadModel } from "soapwright-contract";
import type { ServiceClient } from "soapwright-runtime";
import { type ElementNode, SOAP_TERMS } from "soapwright-runtime/codecs";
import { customTransport } from "soapwright-runtime/extend";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { runClient } from "soapwright-testing/codegen/run-client";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { Survey, treeOf, writeTree } from "soapwright-verify";
import { generate } from "../../packages/soapwright/src/pipeline";
import { payloadsOf } from "../../packages/soapwright-verify/src/proof/payload";
import { decoded } from "./json-trip";
import { report } from "./report";

const sample = /list_parameter|CyberSource|SOAPBuildersInterop|swa-mime|airline|soapheader\.wsdl|Fedora|multi-service/;

/** What a client sent, and what it made of the response. */
interface Exchange {
  readonly sent: string;
  readonly outcome: unknown;
}

describeCorpus("an opened client and a generated one", () => {
  const files = corpusWsdls().filter((file) => everything || sample.test(file));
  const counts = { operations: 0, values: 0 };

  afterAll(() => {
    if (everything) report("opened", `opened clients: ${counts.operations} operations, ${counts.values} with a value`);
  });

  test.each(files)(
    "%s: the same bytes, and equal values, for every operation",
    async (file) => {
      const path = join(corpusFolder, "wsdl", file);
      const { files: texts } = await generate(path, {
        source: file,
        extension: "",
        allowOutside: true,
      });
      const { model, schemas } = await loadModel(path, { allowOutside: true });
      const generated = runClient(texts!);
      const services = await buildTables(model!);
      const tables = Object.fromEntries(
        model!.clients.flatMap(({ operations }, at) =>
          operations.map(({ constant }, index) => [constant, services[at]!.operations[index]!]),
        ),
      );
      const payloads = payloadsOf(model!, tables);
      const survey = new Survey(
        payloads.map(({ root }) => root),
        schemas!,
      );
      const documentsOf = (operation: OperationNode, role: string): Map<ElementNode, string> =>
        new Map(
          payloads
            .filter(({ table, root }) => root.role === role && bodyOf(operation, role).includes(table as ElementNode))
            .flatMap(({ table, root, encodings: [encoding] }) => {
              if (!survey.isPossible(root)) return [];
              const tree = treeOf(survey.make(root, "1"), encoding && { soapVersion: encoding, isRoot: true });
              return [[table as ElementNode, writeTree(tree)] as const];
            }),
        );
      for (const [at, client] of model!.clients.entries()) {
        const service = services[at]!;
        let response = "";
        const make = async (open: (options: object) => Promise<ServiceClient> | ServiceClient) => {
          const sent: string[] = [];
          const transport = customTransport({
            async send({ url, headers, body }) {
              sent.push(plain(`${url}\n${JSON.stringify(headers)}\n${Buffer.from(body).toString("utf8")}`));
              const text = response;
              return {
                status: 200,
                headers: { "content-type": contentType(service) },
                body: (async function* () {
                  yield Buffer.from(text);
                })(),
              };
            },
          });
          const options = { endpoint: "https://service.example/soap", transport, retries: 0 };
          return { client: (await open(options)) as OpenedService, sent };
        };
        const Class = generated[client.className] as new (options: object) => ServiceClient;
        const both = [
          await make((options) => new Class(options)),
          await make((options) =>
            openService(path, { ...options, service: client.className, wsdl: { allowOutside: true } }),
          ),
        ];
        for (const operation of service.operations) {
          const args = argumentsOf(operation, documentsOf(operation, "arguments"));
          response = envelopeOf(service, [...documentsOf(operation, "result").values()].join(""));
          const exchanges: Exchange[] = [];
          for (const { client: each, sent } of both) {
            sent.length = 0;
            const outcome = await Promise.resolve(each[operation.method]!(args, {})).then(
              (value) => ({ value }),
              (error: Error) => ({ error: plain(error.message) }),
            );
            exchanges.push({ sent: sent.join("\n"), outcome });
          }
          const [one, other] = exchanges;
          expect(other).toEqual(one);
          counts.operations++;
          if (Object.hasOwn(one!.outcome as object, "value")) counts.values++;
        }
        await Promise.all(both.map(({ client: each }) => each.close()));
      }
    },
    600_000,
  );
});

function bodyOf({ input, output }: OperationNode, role: string): readonly ElementNode[] {
  return role === "arguments" ? input.body : (output?.body ?? []);
}

function argumentsOf({ input }: OperationNode, documents: ReadonlyMap<ElementNode, string>): unknown {
  const values: Record<string, unknown> = {};
  for (const element of input.body) {
    const text = documents.get(element);
    if (text !== undefined) values[element.key] = decoded(element, text);
  }
  return input.unwrap.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

function contentType({ ports: [port] }: ServiceNode): string {
  return port?.soapVersion === "1.2" ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8";
}

function envelopeOf({ ports: [port] }: ServiceNode, body: string): string {
  const { namespace } = SOAP_TERMS[port?.soapVersion ?? "1.1"];
  return `<soap:Envelope xmlns:soap="${namespace}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** Ids of messages and boundaries of parts differ from call to call. */
function plain(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replace(/[0-9a-f]{24,}/g, "ID")
    .replace(/boundary="?[^";\\]+/g, "boundary=B")
    .replace(/^--[\w=.-]+\r?$/gm, "--B");
}
