/** Features as a client calls them: whatever their functions throw or return, a call ends with a typed error. */
import type { ServiceError } from "../errors/service-error";
import type {
  CallFeature,
  Description,
  FailedRequest,
  Feature,
  FeatureCall,
  FeatureClient,
  OpenFeature,
  OutgoingMessage,
  OwnConnections,
  Packaging,
  ReceivedMessage,
  Refusal,
} from "../feature";
import type { HeldRequest } from "../transport/connection-owner";
import type { QName } from "../xml/xml-names";
import {
  awaitGiven,
  callGiven,
  failureOf,
  type Giver,
  giver,
  hasMethods,
  isAbsentOr,
  isAnything,
  isText,
  memberOf,
} from "./given-function";

const HOOKS = [
  "blocks",
  "beside",
  "secure",
  "request",
  "verify",
  "headers",
  "after",
  "challenged",
  "describe",
  "outcome",
] as const;

/** Fields of a response that no feature may replace. */
const OWN_FIELDS = ["result", "http", "headers", "notes"];

/** Throws a `ConfigurationError`. */
export function openChecked(feature: Feature, client: FeatureClient): OpenFeature {
  const owner = giver("features", "feature", feature.name);
  return checkedOpen(owner, "open()", () => feature.open(client));
}

function checkedOpen(owner: Giver, method: string, open: () => OpenFeature): OpenFeature {
  const isOpen = (value: unknown): boolean => hasMethods(value, ["call"], ["with"]);
  const opened = callGiven(owner, method, open, isOpen, "an object with the function call");
  return {
    label: memberOf(opened, "label") as OpenFeature["label"],
    writer: memberOf(opened, "writer") as OpenFeature["writer"],
    with:
      memberOf(opened, "with") === undefined
        ? undefined
        : (options, origin) => checkedOpen(owner, "with()", () => opened.with!(options, origin)),
    call(call: FeatureCall) {
      const isFeature = isAbsentOr((value) => hasMethods(value, [], HOOKS));
      const expected = "undefined, or an object with functions of a feature";
      const feature = callGiven(owner, "call()", () => opened.call(call), isFeature, expected);
      return feature && new CheckedFeature(owner, feature);
    },
  };
}

/** Has the same functions as the feature. */
class CheckedFeature implements CallFeature {
  readonly blocks?: NonNullable<CallFeature["blocks"]>;
  readonly beside?: NonNullable<CallFeature["beside"]>;
  readonly secure?: NonNullable<CallFeature["secure"]>;
  readonly request?: NonNullable<CallFeature["request"]>;
  readonly verify?: NonNullable<CallFeature["verify"]>;
  readonly headers?: NonNullable<CallFeature["headers"]>;
  readonly after?: NonNullable<CallFeature["after"]>;
  readonly challenged?: NonNullable<CallFeature["challenged"]>;
  readonly describe?: NonNullable<CallFeature["describe"]>;
  readonly outcome?: NonNullable<CallFeature["outcome"]>;
  readonly #owner: Giver;
  readonly #feature: CallFeature;

  constructor(owner: Giver, feature: CallFeature) {
    this.#owner = owner;
    this.#feature = feature;
    if (memberOf(feature, "blocks") !== undefined) this.blocks = (isAnew) => this.#blocks(isAnew);
    if (memberOf(feature, "beside") !== undefined) this.beside = (names, option) => this.#beside(names, option);
    if (memberOf(feature, "secure") !== undefined) this.secure = (message) => this.#change("secure", message);
    if (memberOf(feature, "request") !== undefined) this.request = (message) => this.#change("request", message);
    if (memberOf(feature, "verify") !== undefined) this.verify = (message) => this.#verify(message);
    if (memberOf(feature, "headers") !== undefined) this.headers = (blocks, isFault) => this.#headers(blocks, isFault);
    if (memberOf(feature, "after") !== undefined) this.after = (failure) => this.#after(failure);
    if (memberOf(feature, "challenged") !== undefined) this.challenged = (...words) => this.#challenged(...words);
    if (memberOf(feature, "describe") !== undefined) this.describe = (error, headers) => this.#describe(error, headers);
    if (memberOf(feature, "outcome") !== undefined) this.outcome = () => this.#outcome();
  }

  get understands(): readonly QName[] | undefined {
    const isList = isAbsentOr(Array.isArray);
    return callGiven(this.#owner, "understands", () => this.#own("understands"), isList, "a list of names");
  }
  get repliesElsewhere(): Refusal | undefined {
    return this.#own("repliesElsewhere");
  }
  get packaging(): Packaging | undefined {
    const isPackaging = isAbsentOr((value) => hasMethods(value, ["receive"]));
    const expected = "an object with the function receive";
    return callGiven(this.#owner, "packaging", () => this.#own("packaging"), isPackaging, expected);
  }
  get connections(): OwnConnections | undefined {
    const isOwn = isAbsentOr(
      (value) => hasMethods(value, ["carry"], ["tunnel"]) && isObject(Reflect.get(Object(value), "key")),
    );
    const expected = "an object with the object key and the function carry";
    const own = callGiven(this.#owner, "connections", () => this.#own("connections"), isOwn, expected);
    if (own === undefined) return undefined;
    const carry = (request: HeldRequest): Promise<void> =>
      awaitGiven(this.#owner, "connections.carry()", () => own.carry(request), isAnything, "nothing");
    if (own.tunnel === undefined) return { key: own.key, carry };
    const tunnel = (request: HeldRequest): Promise<void> =>
      awaitGiven(this.#owner, "connections.tunnel()", () => own.tunnel!(request), isAnything, "nothing");
    return { key: own.key, carry, tunnel };
  }

  #own<K extends keyof CallFeature & string>(name: K): CallFeature[K] {
    return memberOf(this.#feature, name) as CallFeature[K];
  }

  #blocks(isAnew: boolean): string {
    return callGiven(this.#owner, "blocks()", () => this.#feature.blocks!(isAnew), isText, "XML as a string");
  }

  #beside(names: readonly QName[], option: string): void {
    callGiven(this.#owner, "beside()", () => this.#feature.beside!(names, option), isAnything, "nothing");
  }

  async #change(hook: "secure" | "request", message: OutgoingMessage): Promise<void> {
    await awaitGiven(this.#owner, `${hook}()`, () => this.#feature[hook]!(message), isAnything, "nothing");
    callGiven(this.#owner, `${hook}()`, () => message.envelope, isText, "with an envelope that is a string");
  }

  #verify(message: ReceivedMessage): Promise<string> {
    const verify = () => this.#feature.verify!(message);
    return awaitGiven(this.#owner, "verify()", verify, isText, "the verified text as a string");
  }

  #headers(blocks: ReadonlyMap<string, readonly unknown[]>, isFault: boolean): string | undefined {
    const headers = () => this.#feature.headers!(blocks, isFault);
    return callGiven(this.#owner, "headers()", headers, isAbsentOr(isText), "a string, or undefined");
  }

  #after(failure: FailedRequest): "again" | undefined {
    const isDecision = isAbsentOr((value) => value === "again");
    return callGiven(this.#owner, "after()", () => this.#feature.after!(failure), isDecision, '"again", or undefined');
  }

  #challenged(challenges: string, authorization: string | undefined): string | undefined {
    const challenged = () => this.#feature.challenged!(challenges, authorization);
    return callGiven(this.#owner, "challenged()", challenged, isAbsentOr(isText), "a string, or undefined");
  }

  /** The error of the call says more than one of its description, which is added to it. */
  #describe(error: ServiceError, headers: { readonly [name: string]: unknown }): Description | undefined {
    const describe = () => this.#feature.describe!(error, headers);
    const expected = "undefined, or { sentence, advice }";
    try {
      return callGiven(this.#owner, "describe()", describe, isAbsentOr(isDescription), expected);
    } catch (failure) {
      const { message } = failureOf(this.#owner, "describe()", failure);
      return { sentence: message, advice: error.advice };
    }
  }

  #outcome(): object {
    const isOutcome = (value: unknown): boolean =>
      typeof value === "object" && value !== null && OWN_FIELDS.every((name) => !Object.hasOwn(value, name));
    const expected = `an object without ${OWN_FIELDS.join(", ")}`;
    return callGiven(this.#owner, "outcome()", () => this.#feature.outcome!(), isOutcome, expected);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isDescription(value: unknown): boolean {
  if (!isObject(value)) return false;
  return isText(Reflect.get(value, "sentence")) && Array.isArray(Reflect.get(value, "advice"));
}
