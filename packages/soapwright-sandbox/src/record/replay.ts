/** A sandbox's handlers that respond with recordings, found by operation and arguments. */

import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { readEnvelope } from "../asmx/envelope-reader";
import { envelopeText } from "../asmx/envelope-text";
import { SandboxFault } from "../asmx/fault";
import { Mistakes } from "../asmx/mistakes";
import { argumentsOf, type MimeParts } from "../asmx/request-values";
import { finish } from "../asmx/slices";
import { HostedService } from "../service/hosted-service";
import type { OperationHandler, ServiceOptions } from "../service/service-options";
import {
  basePlaceholder,
  RawBody,
  type RecordedParts,
  type Recording,
  readRecordings,
  recordedOctets,
  wrong,
} from "./recording";

/** Recordings have no free text of faults. */
const droppedText = "The text of this fault was not recorded.";

type Replayed = Pick<ServiceOptions, "path" | "service" | "declaredBaseUrl">;

/** Throws `ConfigurationError` with file and reason. */
export function replayOperations(folder: string, service: Replayed): Readonly<Record<string, OperationHandler>> {
  const byOperation = recordingsOf(folder, service);
  return Object.fromEntries(service.service.operations.map(({ name }) => [name, replayOf(byOperation.get(name))]));
}

/** Each call is listed once: operation, and arguments as JSON. */
export function recordedCalls(
  folder: string,
  service: Replayed,
): readonly { readonly operation: string; readonly args: string }[] {
  return [...recordingsOf(folder, service)].flatMap(([operation, byArguments]) =>
    [...byArguments.keys()].map((args) => ({ operation, args })),
  );
}

function recordingsOf(folder: string, service: Replayed): ReadonlyMap<string, ReadonlyMap<string, ReplayedExchange[]>> {
  const hosted = new HostedService(service, basePlaceholder);
  const byOperation = new Map<string, Map<string, ReplayedExchange[]>>();
  for (const { file, recording } of readRecordings(folder)) {
    if (recording.path !== service.path) continue;
    // `checkRecordings` has checked that the operation exists.
    const operation = service.service.operations.find(({ name }) => name === recording.operation)!;
    const fitting = <T>(what: string, read: () => T): T => {
      try {
        return read();
      } catch (cause) {
        throw wrong(`${file}: its ${what} does not fit the WSDL: ${(cause as Error).message}`);
      }
    };
    const { request, requestParts } = recording;
    const args = fitting("request", () => messageIn(hosted, operation, request, requestParts));
    const result = fitting("response", () => resultIn(hosted, operation, recording));
    const byArguments = byOperation.get(operation.name) ?? new Map<string, ReplayedExchange[]>();
    byOperation.set(operation.name, byArguments);
    const key = argumentKey(args);
    byArguments.set(key, [...(byArguments.get(key) ?? []), { recording, result }]);
  }
  return byOperation;
}

/** Throws a `ConfigurationError` if a recording belongs to no operation of the services. */
export function checkRecordings(
  folder: string,
  services: readonly { readonly path: string; readonly service: ServiceNode }[],
): void {
  for (const { file, recording } of readRecordings(folder)) {
    const service = services.find(({ path }) => path === recording.path);
    if (!service) throw wrong(`${file}: no service listens at the path ${recording.path}.`);
    if (!service.service.operations.some(({ name }) => name === recording.operation)) {
      throw wrong(`${file}: the service has no operation ${recording.operation}.`);
    }
  }
}

interface ReplayedExchange {
  readonly recording: Recording;
  readonly result: unknown;
}

/**
 * The handler returns recordings with the same arguments in order, and repeats the last one. It throws a `SandboxFault`
 * for arguments without a recording.
 */
function replayOf(recordings: ReadonlyMap<string, readonly ReplayedExchange[]> | undefined): OperationHandler {
  const positions = new Map<string, number>();
  return ({ operation, args }) => {
    const key = argumentKey(args);
    const found = recordings?.get(key);
    if (!found) {
      const some = [...(recordings?.keys() ?? [])].slice(0, 5).join(", ");
      throw new SandboxFault(
        `There is no recording of ${operation} with the arguments ${key}.${some === "" ? "" : ` There are: ${some}.`}`,
      );
    }
    const position = positions.get(key) ?? 0;
    positions.set(key, position + 1);
    const { recording, result } = found[Math.min(position, found.length - 1)]!;
    const { fault, status } = recording;
    if (fault) throw new SandboxFault({ ...fault, reason: droppedText, status });
    return result;
  };
}

/** Returns a decoded value if the response has parts beside the envelope. */
function resultIn(hosted: HostedService, operation: OperationNode, recording: Recording): unknown {
  const { output, use, outputUse = use } = operation;
  const { response = "", responseParts, status, fault } = recording;
  const hasParts = output?.attachments !== undefined || output?.refersToParts === true;
  if (output === undefined || !hasParts || fault !== undefined || response === "") {
    return new RawBody(response, status);
  }
  return messageIn(hosted, { ...operation, input: output, use: outputUse }, response, responseParts);
}

/** References to parts contain the octets themselves. Throws `UnreadableValue` or a `SandboxFault`. */
function messageIn(
  hosted: HostedService,
  operation: OperationNode,
  body: string,
  recorded: RecordedParts = {},
): unknown {
  const parts: MimeParts = {
    take: recordedOctets,
    declared: (names) =>
      names.map((name) => (Object.hasOwn(recorded, name) ? recordedOctets(recorded[name]!) : undefined)),
  };
  return finish(argumentsOf(hosted, operation, readEnvelope(envelopeText(body, "1.1")), new Mistakes(), parts));
}

function argumentKey(args: unknown): string {
  return (
    JSON.stringify(sorted(args), (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)) ?? "nothing"
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
