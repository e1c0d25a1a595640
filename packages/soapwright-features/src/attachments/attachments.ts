/** The feature `attachments`: MTOM and SOAP with Attachments, in requests and responses. */

import type { Call, Feature, WithAttachmentStreams } from "soapwright-runtime";
import type { ServiceError } from "soapwright-runtime/errors";
import {
  type CallFeature,
  checkBoolean,
  checkKnown,
  checkObject,
  checkOneOf,
  checkWithin,
  type Description,
  definedOptions,
  type FeatureCall,
  type OpenFeature,
  type Packaging,
  type PartsIn,
} from "soapwright-runtime/extend";
import { MADE_BY } from "../made-by";
import { AttachmentSink } from "./attachment-sink";
import { OutgoingParts } from "./outgoing";
import { ReceivedParts } from "./received";
import { StreamedParts } from "./streamed";

/** Options of the feature `attachments`: on a client, with `client.with()` and for one call. */
export interface AttachmentOptions {
  /**
   * Whether requests are sent as MTOM: `base64Binary` values become parts beside the envelope, and may then be a `Blob`
   * or an async iterable with a length. Responses with attachments are read in any case. Default: `true` if the WSDL's
   * policy requires it, else `false`.
   */
  readonly mtom?: boolean | undefined;
  /** With `mtom`, the length in bytes below which a `Uint8Array` stays in the envelope as base64. Default: 1,024. */
  readonly mtomThresholdBytes?: number | undefined;
  /** Maximum number of attachments of one response, that is, of parts beside the envelope. Default: 1,000. */
  readonly maxAttachments?: number | undefined;
  /**
   * Maximum length of the attachments of one response in total, in bytes. They do not count towards `limits.responseBytes`.
   * Default: 67,108,864; with `attachments: "stream"` the value of `limits.streamBytes`.
   */
  readonly maxAttachmentBytes?: number | undefined;
  /**
   * Form of binary data in results: `"buffer"` for a `Uint8Array`, or `"stream"` for an `AttachmentStream` that is read
   * while it arrives. The result type of a call depends on it; for a whole client see `streamsAttachments`. Default:
   * `"buffer"`.
   */
  readonly attachments?: "buffer" | "stream" | undefined;
}

const NAMES = ["mtom", "mtomThresholdBytes", "maxAttachments", "maxAttachmentBytes", "attachments"] as const;

/**
 * The type of a client whose results have an `AttachmentStream` in place of each `Uint8Array`, as `streamsAttachments`
 * returns it.
 */
export type StreamsAttachments<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Call<infer R>
    ? (...args: A) => Call<WithAttachmentStreams<R>>
    : T[K];
};

/**
 * Returns the attachments feature: MTOM, SOAP with Attachments and multipart responses. Generated clients include it if
 * the WSDL requires it.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function attachments(options: AttachmentOptions = {}): Feature<AttachmentOptions> {
  checkKnown(checkObject("attachments", options), new Set(NAMES), "attachments()");
  const open = opened(checked(options));
  return { name: "attachments", version: 1, madeBy: MADE_BY, kind: "package", options: NAMES, open: () => open };
}

/**
 * Returns `client` with streams for binary results, which are read while they arrive. Throws a `ConfigurationError` as
 * `client.with` does.
 */
export function streamsAttachments<T extends { with(options: AttachmentOptions): unknown }>(
  client: T,
): StreamsAttachments<T> {
  return client.with({ attachments: "stream" }) as StreamsAttachments<T>;
}

const RANGES = [
  ["mtomThresholdBytes", { least: 0, most: 67_108_864, unit: "bytes" }],
  ["maxAttachments", { least: 1, most: 1_000_000, unit: "attachments" }],
  ["maxAttachmentBytes", { least: 1, most: 17_179_869_184, unit: "bytes" }],
] as const;

function checked(options: AttachmentOptions): AttachmentOptions {
  const { mtom, attachments: how } = options;
  if (mtom !== undefined) checkBoolean("mtom", mtom);
  for (const [name, range] of RANGES) {
    if (options[name] !== undefined) checkWithin(name, options[name], range);
  }
  if (how !== undefined) checkOneOf("attachments", how, ["buffer", "stream"]);
  return options;
}

function opened(settings: AttachmentOptions): OpenFeature<AttachmentOptions> {
  return {
    with: (options) => opened({ ...settings, ...definedOptions(checked(options)) }),
    call: (call) => new CallAttachments(call, settings),
  };
}

const MAX_BYTES_IN_MEMORY = 67_108_864;

class CallAttachments implements CallFeature, Packaging {
  readonly packaging = this;
  readonly out: OutgoingParts | undefined;
  readonly stream: AttachmentSink | undefined;
  readonly #call: FeatureCall;
  readonly #settings: AttachmentOptions;
  #received: ReceivedParts | undefined;

  constructor(call: FeatureCall, settings: AttachmentOptions) {
    this.#call = call;
    this.#settings = settings;
    const { input, mtom } = call.table;
    const isXop = settings.mtom ?? mtom === true;
    const hasParts = isXop || input.attachments !== undefined;
    if (hasParts || input.refersToParts === true) {
      this.out = new OutgoingParts(isXop ? (settings.mtomThresholdBytes ?? 1_024) : undefined, hasParts);
    }
    if (settings.attachments === "stream") this.stream = new AttachmentSink(call.limits.maxResponseBytes);
  }

  receive(contentType: string, isMultipart: boolean): PartsIn | undefined {
    const { maxAttachments = 1_000, maxAttachmentBytes } = this.#settings;
    const most =
      maxAttachmentBytes ?? (this.stream === undefined ? MAX_BYTES_IN_MEMORY : this.#call.limits.maxStreamBytes);
    const limits = { maxAttachments, maxAttachmentBytes: most };
    if (this.stream !== undefined) {
      return this.stream.receive(new StreamedParts(isMultipart ? contentType : undefined, limits));
    }
    this.#received = isMultipart ? new ReceivedParts(contentType, limits) : undefined;
    return this.#received;
  }

  describe(error: ServiceError): Description | undefined {
    if (this.out !== undefined || error.reason !== "attachment-in-envelope") return undefined;
    return { sentence: "That needs mtom: true.", advice: [{ action: "set", option: "mtom", value: true }] };
  }

  outcome(): object {
    return this.#received === undefined ? {} : { attachments: this.#received.others };
  }
}
