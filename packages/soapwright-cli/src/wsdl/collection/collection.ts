import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadServices, Report } from "soapwright-contract";
import { type DocumentOptions, exitCode, loadOptions, type Streams } from "soapwright-contract/flags";
import { InstanceError } from "soapwright-verify";
import { reported } from "../reported";
import { addressingTermsFor } from "../sample/envelope";
import { envelopeOf } from "../sample/sample";
import { propertyTexts } from "../schema-texts";
import { withWsdl } from "../wsdl-file";
import { brunoFiles, httpFiles, insomniaFiles, type PortFolder, postmanFiles, type SampleRequest } from "./tools";

export interface CollectionOptions extends DocumentOptions {
  readonly for: "bruno" | "postman" | "insomnia" | "http";
  readonly out: string;
  readonly seed?: string;
}

const tools = { bruno: brunoFiles, postman: postmanFiles, insomnia: insomniaFiles, http: httpFiles };

/** Writes the files of a tool. Resolves to the exit code. */
export async function collection(wsdl: string, options: CollectionOptions, streams: Streams): Promise<number> {
  const report = new Report(streams, options);
  return reported(report, () =>
    withWsdl(wsdl, async (path) => {
      const loaded = await loadServices(path, { wsdl: loadOptions(options) });
      const { definitions, schemas } = loaded;
      if (definitions === undefined || schemas === undefined) return exitCode.failure;
      const texts = propertyTexts(loaded);
      const terms = await addressingTermsFor(definitions);
      const ports = definitions.services.flatMap(({ name: service, ports: bound }) =>
        bound.map((port): PortFolder => {
          const { binding, name, address } = port;
          const requests = binding.operations.flatMap((operation): SampleRequest[] => {
            const parts = { binding, operation };
            const documents = { definitions, schemas, terms };
            const make = (response: boolean): string | undefined => {
              try {
                return envelopeOf(parts, documents, { response, ...(options.seed && { seed: options.seed }) });
              } catch (error) {
                if (!(error instanceof InstanceError)) throw error;
                report.note(
                  "request-impossible",
                  `${operation.operation.name} has no ${response ? "example response" : "request"}: ${error.message}`,
                );
                return undefined;
              }
            };
            const body = make(false);
            if (body === undefined) return [];
            const response = operation.operation.output === undefined ? undefined : make(true);
            return [
              {
                name: operation.operation.overload ?? operation.operation.name,
                headers: headersOf(binding.soapVersion, operation.soapAction),
                body,
                response,
                text: texts.operation(operation.operation.name),
              },
            ];
          });
          return { name, service: service.local, address, requests };
        }),
      );
      const title = [...new Set(ports.map(({ service }) => service))].join(", ");
      for (const [file, text] of tools[options.for](title, ports)) {
        const target = join(options.out, file);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
      const count = ports.reduce((sum, { requests }) => sum + requests.length, 0);
      report.note("requests-written", `Wrote ${count} requests to ${options.out}.`);
      return exitCode.success;
    }),
  );
}

/** SOAP 1.1, 6.1.1; SOAP 1.2 Part 2, 6.5.3. */
function headersOf(version: "1.1" | "1.2", action = ""): readonly (readonly [string, string])[] {
  if (version === "1.1") {
    return [
      ["Content-Type", "text/xml; charset=utf-8"],
      ["SOAPAction", `"${action}"`],
    ];
  }
  return [["Content-Type", `application/soap+xml; charset=utf-8${action === "" ? "" : `; action="${action}"`}`]];
}
