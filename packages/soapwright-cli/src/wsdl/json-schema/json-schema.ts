import { loadServices, Report } from "soapwright-contract";
import { type DocumentOptions, exitCode, loadOptions, type Streams } from "soapwright-contract/flags";
import { jsonSchemaDocument, type NamedSchema } from "soapwright-runtime/json";
import { jsonText } from "soapwright-runtime/xsd";
import { unknownName } from "../../commands/unknown-name";
import { reported } from "../reported";
import { propertyTexts } from "../schema-texts";
import { withWsdl } from "../wsdl-file";
import { samplesOf } from "./samples";

/** Prints one JSON Schema document. Resolves to the exit code. */
export async function jsonSchema(
  wsdl: string,
  wanted: string | undefined,
  options: DocumentOptions,
  streams: Streams,
): Promise<number> {
  const report = new Report(streams, options);
  return reported(report, () =>
    withWsdl(wsdl, async (path) => {
      const loaded = await loadServices(path, { wsdl: loadOptions(options) });
      const all = loaded.services.flatMap(({ service, client }) =>
        service.operations.map((operation, at) => ({ service, operation, model: client.operations[at]! })),
      );
      const named = all.filter(
        ({ operation }) => wanted === undefined || operation.name === wanted || operation.method === wanted,
      );
      if (named.length === 0) {
        const names = [...new Set(all.map(({ operation }) => operation.name))];
        report.error("schema-operation-unknown", unknownName("operation", wanted ?? "", names));
        return exitCode.usage;
      }
      const texts = propertyTexts(loaded);
      const keys = new Map<string, number>();
      const keyOf = (service: string, name: string, method: string): string => {
        const same = named.filter(({ operation }) => operation.name === name);
        if (same.length === 1) return name;
        return new Set(same.map((each) => each.service.name)).size > 1 ? `${service}.${method}` : method;
      };
      const types = named.flatMap(({ service, operation, model }): NamedSchema[] => {
        const { name, method, input, output } = operation;
        const key = keyOf(service.name, name, method);
        const count = (keys.get(key) ?? 0) + 1;
        keys.set(key, count);
        const unique = count === 1 ? key : `${key}_${count}`;
        const samples = samplesOf(loaded, model, operation);
        const description = texts.operation(name);
        return [
          { name: `${unique}.args`, type: input, description, examples: samples.args },
          ...(output === undefined
            ? []
            : [{ name: `${unique}.result`, type: output, description, examples: samples.result }]),
        ];
      });
      const title = [...new Set(named.map(({ service }) => service.name))].join(", ");
      streams.out(`${jsonText(jsonSchemaDocument(title, types, texts), 2)}\n`);
      return exitCode.success;
    }),
  );
}
