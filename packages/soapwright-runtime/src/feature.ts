/** Features of calls: values that are handed to a client. docs/features.md is the page for those who write one. */
import type { Advice } from "./errors/advice";
import type { ServiceError } from "./errors/service-error";
import type { StreamedBody } from "./octets";
import type { OctetsOut, OperationNode, PortNode, ServiceNode, Validation } from "./schema/codec";
import type { TransportSignal } from "./transport/transport";
import type { XmlEvents } from "./xml/events";
import type { QName } from "./xml/xml-names";

/**
 * What a feature does to a request, in this order; to its response it does the opposite in the opposite order. A client takes
 * one feature of each kind, and several of `headers`.
 */
export const FEATURE_KINDS = [
  "credentials",
  "values",
  "blocks",
  "secure",
  "package",
  "headers",
  "sign-in",
  "coding",
] as const;

/** What a feature does to a message. */
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/**
 * A feature of the calls of a client: `features: [addressing(), security({ … })]`. `O`: the options that it adds to those of
 * the client, of `client.with()` and of one call.
 */
export interface Feature<in O extends object = object> {
  /** `client.with({ features })` replaces the feature of the same name. */
  readonly name: string;
  readonly kind: FeatureKind;
  /** The names of its options. */
  readonly options?: readonly string[] | undefined;
  /** Called once for each client. Throws a `ConfigurationError` where it does not fit the client. */
  readonly open: (client: FeatureClient) => OpenFeature<O>;
}

/** The client that a feature is opened for. */
export interface FeatureClient {
  readonly service: ServiceNode;
  /** The port of the WSDL that requests go to; undefined where the WSDL has none. */
  readonly port: PortNode | undefined;
  readonly soapVersion: "1.1" | "1.2";
  readonly validation: Validation;
  /** From a namespace of the WSDL to the one on the wire. */
  readonly rename: (namespace: string) => string;
  /** All features of the client. */
  readonly features: readonly Pick<Feature, "name" | "kind">[];
}

/** A feature of one client. What it remembers of a service belongs to an origin: a client may call several. */
export interface OpenFeature<in O extends object = object> {
  /** What calls have by it, for a diagnosis: for example `WS-Addressing 1.0`. */
  readonly label?: string | undefined;
  /**
   * The same with options of `client.with()` or of one call, as they were given: those that are undefined are as before. Where
   * `origin` is there, the calls go to another origin, which gets nothing that was set for the origin before. Without this
   * function the feature has no options, and no part in calls to another origin. Throws a `ConfigurationError`.
   */
  readonly with?: ((options: O, origin: string | undefined) => OpenFeature<O>) | undefined;
  /** Called before the arguments of a call are encoded; undefined where the feature has nothing to do with the call. */
  readonly call: (call: FeatureCall) => CallFeature | undefined;
}

/** The call that a feature is asked for. */
export interface FeatureCall {
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** The operation as the tables have it. */
  readonly table: OperationNode;
  readonly soapAction: string;
  /** Where it goes: for example `https://service.example:8443` and `/path?query`. */
  readonly address: { readonly origin: string; readonly path: string };
  /** The items of its result are handed over one by one. */
  readonly streaming: boolean;
  /** Who calls, where credentials that are texts say so. */
  readonly credentials: Readonly<{ [option: string]: string | undefined }>;
  /** Requests that were begun. */
  readonly attempts: number;
  /** Aborted when the call is given up. */
  readonly signal: TransportSignal;
  readonly limits: {
    readonly maxRequestBytes: number;
    readonly maxResponseBytes: number;
    readonly maxStreamBytes: number;
  };
  /** Header blocks of the response that the user or a feature takes care of, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  /** Masks a text wherever messages and listeners would show it. */
  mask(secret: string): void;
  /** Writes a line to the log of the client, once. */
  note(text: string): void;
  /** Waits for a step of the user's or of the network's, no longer than the call may take. */
  until<T>(step: PromiseLike<T>): Promise<T>;
}

/** A feature of one call. Whatever a function throws or rejects with ends the attempt. */
export interface CallFeature {
  /** Header blocks of the response that it takes care of: they may say `mustUnderstand`. */
  readonly understands?: readonly QName[] | undefined;
  /** Nothing comes back over the connection of the request. A response that has a Body all the same is an error that says so. */
  readonly repliesElsewhere?: Refusal | undefined;
  /** What travels beside the envelope: of one feature of the kind `package`. */
  readonly packaging?: Packaging | undefined;
  /** Header blocks, as XML. `isAnew`: the request is another message than the last attempt's. */
  blocks?(isAnew: boolean): string;
  /** Judges header blocks that the user has put beside those; `option` says how. Throws a `ConfigurationError`. */
  beside?(names: readonly QName[], option: string): void;
  /** Changes the envelope, for each attempt anew. */
  secure?(message: OutgoingMessage): void | Promise<void>;
  /** Sees the request as it goes out, and sets headers. */
  request?(message: OutgoingMessage): void | Promise<void>;
  /** Nothing of the response is read before: returns the text that may be. Rejects with a `ResponseError`. */
  verify?(message: ReceivedMessage): string | Promise<string>;
  /** What is wrong with the header blocks of a response, by `{namespace}name`; they are read before the Body is. */
  headers?(blocks: ReadonlyMap<string, readonly unknown[]>, isFault: boolean): string | undefined;
  /** The attempt has failed. `"again"`: make the request again, which costs no retry. A call does so three times at most. */
  after?(failure: FailedRequest): "again" | undefined;
  /** What an error with status 401 says of the challenges of the service. */
  challenged?(challenges: string, authorization: string | undefined): string | undefined;
  /** A sentence that the message of an error gets, and what to do. */
  describe?(error: ServiceError, headers: { readonly [name: string]: unknown }): Description | undefined;
  /** Fields beside the result, for `withResponse()`. */
  outcome?(): object;
}

/** What is wrong with a response, and what may help. */
export interface Refusal {
  readonly what: string;
  readonly advice?: readonly Advice[];
}

/** What a feature says of an error. */
export interface Description {
  readonly sentence: string;
  readonly advice: readonly Advice[];
}

/** A failed request. */
export interface FailedRequest {
  readonly error: ServiceError;
  /** Undefined where no response came. */
  readonly head: MessageHead | undefined;
}

/** Status and headers of a response. */
export interface MessageHead {
  readonly status: number;
  /** The value of the header `name`, in lower case. */
  header(name: string): string | undefined;
}

/** A request before it goes out. */
export interface OutgoingMessage {
  /** `secure` may change it. */
  envelope: string;
  /** The octets that elements of the envelope refer to; undefined where the envelope goes alone. Whoever asks closes them. */
  readonly references: (() => SignedOctets) | undefined;
  /** What goes over HTTP, for `request`: the bytes, or what is read while it is sent. */
  readonly body: Uint8Array | StreamedBody;
  /** The value of an HTTP header of the request, by its name in any case. */
  header(name: string): string | undefined;
  /** Adds an HTTP header. */
  setHeader(name: string, value: string): void;
}

/** A response, whole and decompressed, before it is read. */
export interface ReceivedMessage {
  readonly head: MessageHead;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  /** The envelope, decoded; with the base64 text that its elements refer to. */
  readonly text: string;
  /** It has parts that no element of the envelope refers to. */
  readonly hasOtherParts: boolean;
}

/** What an envelope refers to, as it is read for a signature: XOP, section 3. */
export interface SignedOctets {
  /** In the order of the document: the element in its canonical form, and the text that it is in the place of, in pieces. */
  readonly octets: readonly { readonly element: string; base64(): AsyncIterable<string> }[];
  /** There is no part that no element refers to. */
  readonly isWhole: boolean;
  close(): void;
}

/** What travels beside the envelopes of one call. */
export interface Packaging {
  /** Takes octets out of the request; undefined where its envelope goes alone. */
  readonly out: PartsOut | undefined;
  /** Takes the parts of a response; undefined where there are none. */
  receive(contentType: string, isMultipart: boolean): PartsIn | undefined;
  /** The call resolves when its envelope has come, and goes on while its parts are read. */
  readonly stream?: PartStream | undefined;
}

/** Takes octets of a request that travel beside its envelope. */
export interface PartsOut extends OctetsOut {
  attachPart(
    name: string,
    value: unknown,
    path: string,
    contentTypes: readonly string[],
  ): { readonly expected: string; readonly received?: string } | undefined;
  /** The envelope goes without parts. */
  readonly goesAlone: boolean;
  /** The request cannot be made again: a stream in it was begun. */
  readonly isSpent: boolean;
  references(): SignedOctets;
  /** The envelope with its parts, for one attempt, and its Content-Type. */
  pack(envelope: Uint8Array, contentType: string): { readonly body: StreamedBody; readonly contentType: string };
}

/** The part that has the envelope. */
export interface RootPart {
  /** Media type in lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  readonly chunks: readonly Uint8Array[];
}

/** The parts of one response. */
export interface PartsIn {
  /** Bytes beside the envelope. */
  readonly attachedBytes: number;
  write(chunk: Uint8Array): void;
  /** The body is over: the envelope, unless `onRoot` was given it. Throws a `ResponseError`. */
  end(): RootPart | undefined;
  /** Takes the envelope as soon as all of it is there. */
  onRoot?: ((root: RootPart) => void) | undefined;
  /** Stands between the reader of the envelope and whoever takes its events. */
  events(inner: XmlEvents): XmlEvents & { readonly attached: (token: string) => object | undefined };
  /** What a `cid:` URL refers to. Throws a `ResponseError`. */
  take(url: string): object;
  /** The parts that the WSDL declares by these names. */
  declared(names: readonly string[]): readonly unknown[];
  /** What octets in the envelope are read as; undefined where they are read as they are. */
  octets?(bytes: Uint8Array): object;
  /** The text that the envelope is with base64 in the place of references; undefined where parts are not kept. */
  inlined?(text: string): Promise<string>;
  /** Every part is one that an element refers to. */
  readonly isTaken?: boolean;
}

/** Parts that are handed over while they come. */
export interface PartStream {
  /** Settles as `run` does, or as soon as the envelope has come. */
  follow<R>(life: StreamedLife, run: () => Promise<R>): Promise<R>;
  /** The envelope was a good one: `response` is what the call resolves to, and `parts` follow. */
  onOpen(response: unknown): void;
  /** Reads on by `next`, which is true until the end, as fast as the parts are read. */
  readRest(resume: () => void, next: () => Promise<boolean>): Promise<void>;
}

/** The life of a call whose parts are handed over while they come. */
export interface StreamedLife {
  /** When the consumer last took something, by `performance.now()`; infinity while it waits. */
  consumerActiveAt: number;
  until<T>(step: PromiseLike<T>): Promise<T>;
  limitConsumer(): void;
  limitWait(waitedMs: number): void;
  cancel(error: ServiceError): void;
}
