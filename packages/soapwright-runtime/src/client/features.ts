/**
 * Opens the features of a client, changes them by the options of `with` and of calls, and creates them for each call.
 */
import { ConfigurationError } from "../errors/configuration-error";
import {
  type CallFeature,
  FEATURE_KINDS,
  FEATURE_VERSION,
  type Feature,
  type FeatureCall,
  type FeatureClient,
  type OpenFeature,
} from "../feature";
import { kindOf } from "../kind-of";
import type { OperationNode } from "../schema/codec";
import { understoodNames } from "../soap/header-blocks";
import type { Secrets } from "../soap/mask";
import type { TransportSignal } from "../transport/transport";
import { VERSION } from "../version";
import { openChecked } from "./checked-feature";
import { callerCredentials, type HeaderSettings } from "./credential-headers";
import { definedOptions, ownValue, wrongOption } from "./option-checks";

export interface ClientFeature {
  readonly feature: Feature;
  readonly open: OpenFeature;
  readonly client: FeatureClient;
}

interface FeaturedCall {
  readonly core: { note(call: never, text: string): void };
  readonly operation: OperationNode;
  readonly soapAction: string;
  readonly address: FeatureCall["address"];
  readonly streaming: boolean;
  readonly isSafe: boolean;
  readonly settings: FeatureCall["limits"] &
    Pick<HeaderSettings<unknown>, "headers"> & { readonly features: readonly ClientFeature[] };
  readonly life: Pick<FeatureCall, "attempts" | "signal"> & {
    until<T>(step: PromiseLike<T>, limit: "deadline"): Promise<T>;
  };
  readonly secrets: Secrets;
  readonly understood: ReadonlySet<string>;
}

export function optionsOf(features: readonly ClientFeature[]): readonly string[] {
  return features.flatMap(({ feature: { options = [] } }) => options);
}

/** The user's features replace those of the WSDL by name. Throws a `ConfigurationError` for an invalid combination. */
export function openFeatures(
  ofWsdl: readonly Feature[],
  options: object,
  client: Omit<FeatureClient, "features">,
): readonly ClientFeature[] {
  const userFeatures = checkFeatures(ownValue(options, "features"));
  const features = [...ofWsdl.filter(({ name }) => userFeatures.every((each) => each.name !== name)), ...userFeatures];
  features.sort((a, b) => FEATURE_KINDS.indexOf(a.kind) - FEATURE_KINDS.indexOf(b.kind));
  features.forEach(({ name, kind }, index) => {
    const rival = features.slice(0, index).find((each) => each.kind === kind && kind !== "headers");
    if (rival === undefined) return;
    throw new ConfigurationError(
      `features has ${rival.name} and ${name}, which are both of the kind ${kind}: a client takes one. Leave one out.`,
      { reason: "features-rival", option: "features" },
    );
  });
  const all = { ...client, features: features.map(({ name, kind }) => ({ name, kind })) };
  return featuresOver(
    features.map((feature) => ({ feature, open: openChecked(feature, all), client: all })),
    options,
    undefined,
    [],
  );
}

/** The package of `madeBy`, without its version. */
function packageOf(madeBy: unknown): string {
  return typeof madeBy === "string" ? madeBy.split(" ", 1)[0]! : "soapwright-features";
}

function checkFeatures(value: unknown): readonly Feature[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongOption("features", "a list of features", kindOf(value));
  const indexes = new Map<string, number>();
  return value.map((each: unknown, index) => {
    const { name, version, kind, open, madeBy } = (typeof each === "object" && each !== null ? each : {}) as {
      readonly [K in keyof Feature]?: unknown;
    };
    if (typeof name === "string" && typeof version === "number" && version !== FEATURE_VERSION) {
      throw new ConfigurationError(
        `features[${index}], ${name}${typeof madeBy === "string" ? ` of ${madeBy}` : ""}, is of version ${version} of the interface of features, and this client is of soapwright-runtime ${VERSION}, which takes version ${FEATURE_VERSION}. Install both in one version: npm install ${packageOf(madeBy)}@${VERSION} soapwright-runtime@${VERSION}`,
        { reason: "feature-version", option: "features" },
      );
    }
    const isKnown = version === FEATURE_VERSION && FEATURE_KINDS.includes(kind as Feature["kind"]);
    if (typeof name === "string" && isKnown && typeof open === "function") {
      const first = indexes.get(name);
      if (first !== undefined) {
        throw new ConfigurationError(
          `features has ${name} twice, as features[${first}] and features[${index}]. Leave one out.`,
          { reason: "feature-twice", option: `features[${index}]` },
        );
      }
      indexes.set(name, index);
      return each as Feature;
    }
    throw wrongOption(`features[${index}]`, "a feature: { name, version, kind, open }", kindOf(each));
  });
}

/** Entries of `features` replace features of the same name. `origin` is set for calls to another origin. */
export function featuresOver(
  current: readonly ClientFeature[],
  options: object,
  origin: string | undefined,
  replacements = checkFeatures(ownValue(options, "features")),
): readonly ClientFeature[] {
  const added = replacements.find(({ name }) => current.every(({ feature }) => feature.name !== name));
  if (added !== undefined) {
    throw new ConfigurationError(
      `client.with() replaces features of the client, and it has none of the name ${added.name}. Hand it in when you make the client.`,
      { reason: "feature-not-there", option: "features" },
    );
  }
  let isSame = true;
  const features = current.flatMap((each): ClientFeature[] => {
    const replacement = replacements.find(({ name }) => name === each.feature.name);
    const { feature, open, client } =
      replacement === undefined ? each : { ...each, feature: replacement, open: openChecked(replacement, each.client) };
    const names = feature.options ?? [];
    const changes = definedOptions(Object.fromEntries(names.map((name) => [name, ownValue(options, name)])));
    const elsewhere = replacement === undefined ? origin : undefined;
    const isChanged = elsewhere !== undefined || Object.keys(changes).length > 0;
    isSame &&= replacement === undefined && !isChanged;
    if (!isChanged) return [{ feature, open, client }];
    return open.with === undefined ? [] : [{ feature, open: open.with(changes, elsewhere), client }];
  });
  return isSame ? current : features;
}

export function isSecured(call: FeaturedCall): boolean {
  return call.settings.features.some(
    ({ feature: { kind }, open }) =>
      (kind === "secure" || kind === "sign-in") && open.call(new Facts(call)) !== undefined,
  );
}

export function featuresOf(call: FeaturedCall): readonly CallFeature[] {
  const facts = new Facts(call);
  return call.settings.features.flatMap(({ open }) => open.call(facts) ?? []);
}

/** The information about a call that its features receive. */
class Facts implements FeatureCall {
  readonly #call: FeaturedCall;
  readonly operation: string;
  readonly table: FeatureCall["table"];
  readonly soapAction: string;
  readonly address: FeatureCall["address"];
  readonly streaming: boolean;
  readonly limits: FeatureCall["limits"];

  constructor(call: FeaturedCall) {
    this.#call = call;
    this.operation = call.operation.name;
    this.table = call.operation;
    this.soapAction = call.soapAction;
    this.address = call.address;
    this.streaming = call.streaming;
    this.limits = call.settings;
  }

  get credentials(): FeatureCall["credentials"] {
    return callerCredentials(this.#call.settings);
  }

  get attempts(): number {
    return this.#call.life.attempts;
  }

  get isSafe(): boolean {
    return this.#call.isSafe;
  }

  get signal(): TransportSignal {
    return this.#call.life.signal;
  }

  get understood(): ReadonlySet<string> {
    return this.#call.understood;
  }

  mask(secret: string): void {
    this.#call.secrets.add(secret);
  }

  note(text: string): void {
    this.#call.core.note(this.#call as never, text);
  }

  until<T>(step: PromiseLike<T>): Promise<T> {
    return this.#call.life.until(step, "deadline");
  }
}

export function understoodBy(names: ReadonlySet<string>, features: readonly CallFeature[]): ReadonlySet<string> {
  const more = understoodNames(...features.map(({ understands = [] }) => understands));
  return more.size === 0 ? names : new Set([...names, ...more]);
}
