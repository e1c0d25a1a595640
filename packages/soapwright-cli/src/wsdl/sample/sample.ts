import type { DiagnosticReason } from "soapwright-contract";
import {
  type Binding,
  type BindingOperation,
  type Definitions,
  type Documents,
  expandedName,
  loadDocuments,
  type PayloadRole,
  type PayloadRoot,
  Report,
  rootsOf,
} from "soapwright-contract";
import type { DocumentOptions } from "soapwright-contract/flags";
import { exitCode, type Streams } from "soapwright-contract/flags";
import { boundsText, InstanceError, Survey } from "soapwright-verify";
import { unknownName } from "../../commands/unknown-name";
import { type AddressingTerms, addressingBlocks, addressingTermsFor, writeEnvelope } from "./envelope";

export interface SampleOptions extends DocumentOptions {
  readonly soap?: "1.1" | "1.2";
  readonly response?: boolean;
  readonly seed?: string;
}

interface Bound {
  readonly binding: Binding;
  readonly operation: BindingOperation;
}

/** Prints an envelope of an operation. Resolves to the exit code. */
export async function sample(wsdl: string, name: string, options: SampleOptions, streams: Streams): Promise<number> {
  const documents = await loadDocuments(wsdl, options, streams);
  if (!documents) return exitCode.failure;
  const fail = (reason: DiagnosticReason, message: string, code: number = exitCode.usage): number => {
    new Report(streams, options).error(reason, message);
    return code;
  };
  const bounds = boundOperations(documents.definitions);
  const named = bounds.filter(({ operation: { operation } }) => operation.name === name || operation.overload === name);
  if (named.length === 0) {
    const names = new Set(bounds.map(({ operation }) => operation.operation.name));
    return fail("sample-operation-unknown", unknownName("operation", name, [...names]));
  }
  const bound = named.find(({ binding }) => options.soap === undefined || binding.soapVersion === options.soap);
  if (!bound)
    return fail(
      "sample-not-bound",
      `${name} is not bound to SOAP ${options.soap}, only to SOAP ${named[0]?.binding.soapVersion}.`,
    );
  if (options.response && !bound.operation.output)
    return fail("sample-one-way", `${name} is one-way: it has no response.`);
  try {
    const terms = await addressingTermsFor(documents.definitions);
    streams.out(envelopeOf(bound, { ...documents, terms }, options));
    return exitCode.success;
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    return fail("sample-impossible", error.message, exitCode.failure);
  }
}

/** @throws InstanceError when no document of a payload can be made. */
export function envelopeOf(
  { binding, operation }: Bound,
  documents: Documents & { readonly terms: AddressingTerms | undefined },
  options: SampleOptions,
): string {
  const isResponse = options.response === true;
  const roles: readonly PayloadRole[] = isResponse ? ["result", "result header"] : ["arguments", "header"];
  const shown = rootsOf(operation).filter(({ role }) => roles.includes(role));
  const survey = new Survey(shown, documents.schemas);
  const impossible = shown.find((root) => !survey.isPossible(root));
  if (impossible) {
    const name = expandedName(impossible.element.name);
    throw new InstanceError(
      survey.isTooLarge(impossible)
        ? `a document of ${name} needs ${boundsText}: no sample is made.`
        : `no document of ${name} can exist: ${survey.whyImpossible(impossible)}.`,
    );
  }
  const make = (root: PayloadRoot) => survey.makeSample(root, `${options.seed ?? "1"} ${root.role} ${root.index}`);
  const headers = shown.filter(({ role }) => role.endsWith("header"));
  const port = documents.definitions.services.flatMap(({ ports }) => ports).find((each) => each.binding === binding);
  return writeEnvelope({
    soapVersion: binding.soapVersion,
    addressing: port ? addressingBlocks({ binding, operation, port, isResponse }, documents.terms) : [],
    headers: headers.map(make),
    body: shown.filter((root) => !headers.includes(root)).map(make),
    isEncoded: shown.some(({ use }) => use === "encoded"),
  });
}

function boundOperations({ services }: Definitions): Bound[] {
  const bindings = new Set(services.flatMap(({ ports }) => ports.map(({ binding }) => binding)));
  return [...bindings]
    .sort((a, b) => a.soapVersion.localeCompare(b.soapVersion))
    .flatMap((binding) => binding.operations.map((operation) => ({ binding, operation })));
}
