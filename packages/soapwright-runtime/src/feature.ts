/** Features: values in `features` that change the calls of a client. docs/features.md explains how to write one. */
import type { EnvelopeWriter } from "./envelope-writer";
import type { Advice } from "./errors/advice";
import type { ServiceError } from "./errors/service-error";
import type { StreamedBody } from "./octets";
import type { OctetsOut, OperationNode, PortNode, ServiceNode, Validation } from "./schema/codec";
import type { HeldRequest } from "./transport/connection-owner";
import type { MessageHead } from "./transport/message-head";
import type { TransportSignal } from "./transport/transport";
import type { XmlEvents } from "./xml/events";
import type { QName } from "./xml/xml-names";

/**
 * The order in which features change a request; they undo it on the response in reverse order. A client takes one
 * feature of each kind, and any number of `headers`.
 */
export const FEATURE_KINDS = [
  "credentials",
  "values",
  "blocks",
  "envelope",
  "secure",
  "package",
  "headers",
  "sign-in",
  "coding",
] as const;

/** The version of the interface in this file. A client takes features of this version, from any copy of a package. */
export const FEATURE_VERSION = 1;

/** The kind of change that a feature makes to a message. */
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/**
 * A feature of a client's calls: `features: [addressing(), security({ … })]`. `O` holds the options that it adds to
 * clients, to `client.with()` and to single calls.
 */
export interface Feature<in O extends object = object> {
  /** The name of the feature. `client.with({ features })` replaces the feature of the same name. */
  readonly name: string;
  /** The version of this interface that the feature is written for, because several copies of a package may meet. */
  readonly version: typeof FEATURE_VERSION;
  /** The package that made it and its version, for example `soapwright-features 0.2.0`: named where versions do not fit. */
  readonly madeBy?: string;
  readonly kind: FeatureKind;
  /** The names of the feature's options. */
  readonly options?: readonly string[] | undefined;
  /**
   * Returns the feature of one client. Called once for each client. Throws a `ConfigurationError` when the feature does
   * not fit the client.
   */
  readonly open: (client: FeatureClient) => OpenFeature<O>;
}

/** The client that a feature is opened for. */
export interface FeatureClient {
  readonly service: ServiceNode;
  /** The WSDL port that requests go to; undefined if the WSDL has none. */
  readonly port: PortNode | undefined;
  readonly soapVersion: "1.1" | "1.2";
  /** The prefix and the namespace of the client's envelopes. */
  readonly envelope: { readonly prefix: string; readonly namespace: string };
  readonly validation: Validation;
  /** Returns the namespace on the wire for a namespace of the WSDL. */
  readonly rename: (namespace: string) => string;
  readonly origin: string;
  /** Whether listeners may see whole envelopes: the option `expose.envelopes`. */
  readonly exposeEnvelopes: boolean;
  /** Whether the client opens its connections itself, so that features may have `connections` of their own. */
  readonly opensConnections: boolean;
  /** All features of the client, this one included. */
  readonly features: readonly Pick<Feature, "name" | "kind">[];
}

/** A feature of one client. It must keep state per origin, because one client may call several origins. */
export interface OpenFeature<in O extends object = object> {
  /** A label for diagnosis, for example `WS-Addressing 1.0`. */
  readonly label?: string | undefined;
  /**
   * Returns the feature with the options of `client.with()` or of one call. An undefined option leaves the value
   * unchanged. When `origin` is set, calls go to another origin, which must get nothing that was set for the first one.
   * Without this function the feature has no options and does not take part in calls to another origin. Throws a
   * `ConfigurationError`.
   */
  readonly with?: ((options: O, origin: string | undefined) => OpenFeature<O>) | undefined;
  /** Writes the envelopes of the client. For features of the kind `envelope`, whose `call` is not called. */
  readonly writer?: EnvelopeWriter | undefined;
  /**
   * Returns the feature of one call; undefined if the feature does not apply to the call. Called before the arguments
   * are encoded.
   */
  readonly call: (call: FeatureCall) => CallFeature | undefined;
}

/** The call for which a feature is opened. */
export interface FeatureCall {
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The operation's entry in the generated tables. */
  readonly table: OperationNode;
  readonly soapAction: string;
  /** The address of the call, for example `https://service.example:8443` and `/path?query`. */
  readonly address: { readonly origin: string; readonly path: string };
  /** Whether the items of the result are delivered one by one. */
  readonly streaming: boolean;
  /**
   * The credentials that identify the caller, such as a user name, by option. Credentials that are not texts are
   * absent.
   */
  readonly credentials: Readonly<{ [option: string]: string | undefined }>;
  /** The number of attempts that have begun. */
  readonly attempts: number;
  /** Whether the call may be repeated after it may have reached the service, because it changes nothing there. */
  readonly isSafe: boolean;
  /** Aborted when the call ends early. */
  readonly signal: TransportSignal;
  readonly limits: {
    readonly maxRequestBytes: number;
    readonly maxResponseBytes: number;
    readonly maxStreamBytes: number;
  };
  /** Header blocks of the response that the user or a feature processes, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  /** Masks `secret` in messages and in everything that listeners receive. */
  mask(secret: string): void;
  /** Writes a line to the client's log, once. */
  note(text: string): void;
  /** Returns the result of `step`. Rejects when the call's time limit passes first. */
  until<T>(step: PromiseLike<T>): Promise<T>;
}

/** A feature of one call. An exception or a rejection of any function here ends the attempt. */
export interface CallFeature {
  /** Names of header blocks in the response that the feature processes, so that they may carry `mustUnderstand`. */
  readonly understands?: readonly QName[] | undefined;
  /** Why a response with a Body is rejected. Set when the response does not come over the connection of the request. */
  readonly repliesElsewhere?: Refusal | undefined;
  /** The parts that travel beside the envelope. For features of the kind `package`. */
  readonly packaging?: Packaging | undefined;
  /** The connections that carry the requests of the call. Default: those that all calls to the origin share. */
  readonly connections?: OwnConnections | undefined;
  /**
   * Returns header blocks as XML. `isAnew` is true if the request is a new message, not a repetition of the last
   * attempt's.
   */
  blocks?(isAnew: boolean): string;
  /** Checks header blocks that the user added through `option`. Throws a `ConfigurationError`. */
  beside?(names: readonly QName[], option: string): void;
  /** Changes the envelope of one attempt. */
  secure?(message: OutgoingMessage): void | Promise<void>;
  /** Reads the request of one attempt and sets HTTP headers. */
  request?(message: OutgoingMessage): void | Promise<void>;
  /**
   * Returns the verified text of a response. Called before any of the response is decoded. Rejects with a
   * `ResponseError`.
   */
  verify?(message: ReceivedMessage): string | Promise<string>;
  /**
   * Returns what is wrong with the response's header blocks; undefined if nothing is. `blocks` has their values by
   * `{namespace}name`. Called before the Body is decoded.
   */
  headers?(blocks: ReadonlyMap<string, readonly unknown[]>, isFault: boolean): string | undefined;
  /**
   * Decides about a retry after a failed attempt. `"again"` repeats the request without using up a retry, at most three
   * times for each call.
   */
  after?(failure: FailedRequest): "again" | undefined;
  /** Returns a sentence about the challenges of the service, for the message of an error with status 401. */
  challenged?(challenges: string, authorization: string | undefined): string | undefined;
  /** Returns a sentence and advice to add to the message of `error`; undefined for none. */
  describe?(error: ServiceError, headers: { readonly [name: string]: unknown }): Description | undefined;
  /** Returns extra fields for `withResponse()`. */
  outcome?(): object;
}

/**
 * Connections that carry no requests but those with the same `key` of the same tenant, for a scheme that identifies the
 * caller by the connection. A client takes them from one feature.
 */
export interface OwnConnections {
  readonly key: object;
  /**
   * Sends the request of one attempt with `request.send`, after any requests of its own. Called when a connection is
   * reserved for the attempt, and before any of the body is read. Its rejection ends the attempt.
   */
  carry(request: HeldRequest): Promise<void>;
  /**
   * Sends the CONNECT that opens a tunnel through the proxy with `request.send`, after any of its own. Set if the feature
   * authenticates at proxies: user and password in the option `proxy` are not sent then.
   */
  tunnel?(request: HeldRequest): Promise<void>;
}

/** Why a response is rejected, with advice. */
export interface Refusal {
  readonly what: string;
  readonly advice?: readonly Advice[];
}

/** The sentence and advice that a feature adds to an error's message. */
export interface Description {
  readonly sentence: string;
  readonly advice: readonly Advice[];
}

/** A failed request. */
export interface FailedRequest {
  readonly error: ServiceError;
  /** Status and headers of the response; undefined if there was none. */
  readonly head: MessageHead | undefined;
}

/** A request before it is sent. Features change it. */
export interface OutgoingMessage {
  /** The envelope, which `secure` may replace. */
  envelope: string;
  /** Returns the octets that the envelope refers to, which the caller must close; undefined if there are no parts. */
  readonly references: (() => SignedOctets) | undefined;
  /** The HTTP body, to be read by `request`: bytes, or a stream that is read while it is sent. */
  readonly body: Uint8Array | StreamedBody;
  /** Returns the value of an HTTP header of the request. Letter case does not matter. */
  header(name: string): string | undefined;
  /** Adds an HTTP header to the request. */
  setHeader(name: string, value: string): void;
}

/** A complete, decompressed response that was not parsed yet. */
export interface ReceivedMessage {
  readonly head: MessageHead;
  /** The body as received. */
  readonly bytes: Uint8Array;
  /** The decoded envelope, with base64 text in place of references. */
  readonly text: string;
  /** The parts that no xop:Include of the envelope stands for. */
  readonly attachments: readonly ReceivedAttachment[];
}

/** A part of a response beside its envelope, which is in memory. */
export interface ReceivedAttachment {
  /** Without its angle brackets. */
  readonly contentId: string | undefined;
  /** Header fields by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** What the caller gets. A feature puts the form in its place that a signature covers. */
  octets: Uint8Array;
}

/** The octets that an envelope refers to, in the form that a signature covers (XOP, section 3). */
export interface SignedOctets {
  /** The octets in document order: each reference as canonical XML, and chunks of the base64 text that it replaces. */
  readonly octets: readonly { readonly element: string; base64(): AsyncIterable<string> }[];
  /** The parts that no xop:Include stands for. */
  readonly attachments: readonly SentAttachment[];
  close(): void;
}

/** A part of a request beside its envelope. */
export interface SentAttachment {
  /** Without its angle brackets. */
  readonly contentId: string;
  readonly contentType: string;
  /** Reads the octets. Throws an `ArgumentError` for a stream that can be read only once. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** The parts that travel beside the envelopes of one call. */
export interface Packaging {
  /** Collects the parts of the request; undefined if the envelope travels alone. */
  readonly out: PartsOut | undefined;
  /** Returns the reader of the response's parts; undefined if there are none. Throws a `ResponseError`. */
  receive(contentType: string, isMultipart: boolean): PartsIn | undefined;
  /**
   * Streams the parts of the response. Set if the call resolves with the envelope, while its parts are still being
   * read.
   */
  readonly stream?: PartStream | undefined;
}

/** Collects the octets of a request that travel beside its envelope. */
export interface PartsOut extends OctetsOut {
  attachPart(
    name: string,
    value: unknown,
    path: string,
    contentTypes: readonly string[],
  ): { readonly expected: string; readonly received?: string } | undefined;
  /** Whether the envelope is sent without parts. */
  readonly goesAlone: boolean;
  /** Whether the request cannot be repeated, because a stream that can be read only once was opened. */
  readonly isSpent: boolean;
  references(): SignedOctets;
  /** Returns the body of one attempt, which contains the envelope and the parts, and its Content-Type. */
  pack(envelope: Uint8Array, contentType: string): { readonly body: StreamedBody; readonly contentType: string };
}

/** The part that holds the envelope. */
export interface RootPart {
  /** Media type in lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  readonly chunks: readonly Uint8Array[];
}

/** Reads the parts of one response. */
export interface PartsIn {
  /** The number of bytes outside the envelope. */
  readonly attachedBytes: number;
  write(chunk: Uint8Array): void;
  /** Ends the body and returns the envelope; undefined if `onRoot` received it. Throws a `ResponseError`. */
  end(): RootPart | undefined;
  /** Receives the envelope as soon as it is complete. */
  onRoot?: ((root: RootPart) => void) | undefined;
  /**
   * Returns a receiver for the events inside a header block or an element of the Body, which passes them to `inner`, with
   * a token as the text in place of a reference to octets, and puts the octets into `tokens`.
   */
  events(inner: XmlEvents, tokens: Map<string, object>): XmlEvents;
  /** Returns the octets for a `cid:` URL. Throws a `ResponseError`. */
  take(url: string): object;
  /** Returns the values of the parts that the WSDL declares under these names. */
  declared(names: readonly string[]): readonly unknown[];
  /** Returns the value for octets that came inside the envelope. Without this function they are used unchanged. */
  octets?(bytes: Uint8Array): object;
  /** Returns the envelope with base64 text in place of references. Undefined if parts are not kept in memory. */
  inlined?(text: string): Promise<string>;
  /** The parts that nothing has been read from. */
  readonly attachments?: readonly ReceivedAttachment[];
}

/** Streams the parts of a response to the readers of its attachments. */
export interface PartStream {
  /** Runs `run`, and settles as it does, or as soon as the envelope is complete. */
  follow<R>(life: StreamedLife, run: () => Promise<R>): Promise<R>;
  /** Resolves the call to `response`, whose envelope is valid. The parts follow. */
  onOpen(response: unknown): void;
  /**
   * Reads the rest of the response, no faster than the parts are consumed. `next` reads one step and resolves to false
   * at the end.
   */
  readRest(next: () => Promise<boolean>): Promise<void>;
}

/** The life of a call with streamed parts. */
export interface StreamedLife {
  /**
   * Time of the consumer's last read, on the clock of `performance.now()`; infinity while the consumer waits for data.
   */
  consumerActiveAt: number;
  /** Waits for the consumer, within `limits.streamIdleMs`. Rejects when the call ends. */
  until<T>(step: PromiseLike<T>, limit: "consumer"): Promise<T>;
  /** Limits the next read of the response. `waitedMs` is the time that reads without progress took before. */
  limitWait(waitedMs: number): void;
  cancel(error: ServiceError): void;
}
