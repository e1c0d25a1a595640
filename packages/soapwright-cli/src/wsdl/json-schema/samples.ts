import type { LoadedServices, OperationModel } from "soapwright-contract";
import { rootsOf } from "soapwright-contract";
import { parseDocument } from "soapwright-runtime/codecs";
import { isServiceError } from "soapwright-runtime/errors";
import { type Json, toJson } from "soapwright-runtime/json";
import type { DocumentElement, OperationNode } from "soapwright-runtime/tables";
import { InstanceError, Survey, treeOf, writeTree } from "soapwright-verify";

interface OperationSamples {
  readonly args?: readonly Json[];
  readonly result?: readonly Json[];
}

/** Returns one example of each message. A message of which no document can be made has none. */
export function samplesOf(
  { schemas }: LoadedServices,
  model: OperationModel,
  operation: OperationNode,
): OperationSamples {
  if (schemas === undefined) return {};
  const roots = rootsOf(model.component).filter(({ role }) => role === "arguments" || role === "result");
  const survey = new Survey(roots, schemas);
  const sampleOf = (role: "arguments" | "result"): readonly Json[] | undefined => {
    const message = role === "arguments" ? operation.input : operation.output;
    if (message === undefined) return undefined;
    const values: Record<string, unknown> = {};
    try {
      for (const root of roots.filter((each) => each.role === role)) {
        const element = message.body[root.index];
        if (element === undefined || !survey.isPossible(root)) return undefined;
        const instance = survey.makeSample(root, `1 ${role} ${root.index}`);
        const tree = treeOf(instance, root.use === "encoded" ? { soapVersion: "1.1", isRoot: true } : undefined);
        values[element.key] = parseDocument(element as DocumentElement<unknown>, writeTree(tree), READING);
      }
      const value = message.unwrap.reduce<unknown>(
        (outer, key) => (outer as Readonly<Record<string, unknown>> | undefined)?.[key],
        values,
      );
      const json = toJson(message, value);
      return json === undefined ? undefined : [json];
    } catch (error) {
      if (error instanceof InstanceError || isServiceError(error)) return undefined;
      throw error;
    }
  };
  const [args, result] = [sampleOf("arguments"), sampleOf("result")];
  return { ...(args && { args }), ...(result && { result }) };
}

const READING = { validation: "strict", maxDepth: 1000, maxNames: 1_000_000 } as const;
