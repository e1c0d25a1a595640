/** Results of operations as JSON: decoded by the tables, and checked before the first call. */

import { Codec, ownValue, soapEncoding } from "soapwright-runtime/codecs";
import { ConfigurationError, isArgumentError } from "soapwright-runtime/errors";
import { fromJson } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import { mismatchText } from "soapwright-runtime/xsd";
import { wrapMessage } from "../asmx/sandbox-messages";
import { startParts } from "../http/multipart-request";
import type { ServiceOptions } from "./service-options";
import { withOpenEnumerations } from "./table-copy";
import { checkOperation } from "./typed-handlers";

/** Returns the result under the operation's name or its method; undefined if there is none. */
export function configuredResult(
  { name, method, output }: OperationNode,
  results: ServiceOptions["results"] = {},
): { readonly value: unknown } | undefined {
  const key = [name, method].find((each) => Object.hasOwn(results, each));
  if (key === undefined) return undefined;
  if (output === undefined) return { value: undefined };
  const path = `results.${name}`;
  try {
    // Enumerations are open, as in responses of a newer service; `checkResults` checks the other facets.
    return { value: fromJson(output, ownValue(results, key), { name: path, facets: false, numbers: true }) };
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    throw new ConfigurationError(error.message, { reason: "result-json", option: error.path });
  }
}

/** Throws a `ConfigurationError` for a result without an operation, and for one that its operation cannot return. */
export function checkResults({ service, results }: ServiceOptions): void {
  for (const name of Object.keys(results ?? {})) checkOperation([service], name, `results.${name}`);
  const codec = new Codec({ validation: "strict", soapEncoding });
  const open = withOpenEnumerations();
  for (const operation of service.operations) {
    const result = configuredResult(operation, results);
    if (result === undefined || operation.output === undefined) continue;
    const { body, unwrap } = operation.output;
    const message = wrapMessage(operation.output, result.value);
    const attachments = startParts(false);
    for (const element of body) {
      try {
        codec.encode(open.element(element), ownValue(message, element.key), element.key, { attachments });
      } catch (error) {
        if (!isArgumentError(error)) throw error;
        const wrapped = unwrap.join(".");
        const below = error.path.startsWith(wrapped) ? error.path.slice(wrapped.length).replace(/^\./, "") : error.path;
        const path = `results.${operation.name}${below === "" || below.startsWith("[") ? below : `.${below}`}`;
        throw new ConfigurationError(mismatchText(path, error.expected, error.received), {
          reason: "result-value",
          option: path,
        });
      }
    }
  }
}
