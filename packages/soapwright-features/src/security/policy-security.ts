/** The feature `security` of a generated client, which the policies of its WSDL configure. */
import type { Feature } from "soapwright-runtime";
import { ownValue } from "soapwright-runtime/codecs";
import {
  checkKnown,
  checkObject,
  type FeatureCall,
  type FeatureClient,
  type OpenFeature,
  wrongOption,
} from "soapwright-runtime/extend";
import { alternativesText, isSupported, kindOf } from "soapwright-runtime/xsd";
import { makeFeature } from "./made-feature";
import type { CredentialName, PolicyOptions, SecurityPlan } from "./policy-plan";
import { security } from "./security";
import { wrong } from "./security-error";
import type { SecurityOptions } from "./security-options";
import { signIn } from "./sign-in/sign-in";
import type { SignInOptions } from "./sign-in/sign-in-options";

type Given = { readonly [name: string]: unknown };
type Policy = NonNullable<NonNullable<FeatureClient["port"]>["policy"]>;

/** The options of each group of credentials. One of several in a list is enough. */
const OPTIONS: { readonly [name in CredentialName]: readonly (readonly string[])[] } = {
  password: [["username"], ["password"]],
  username: [["username"]],
  certificate: [["certificate"], ["key", "signer"]],
  serviceCertificate: [["serviceCertificate"]],
  samlAssertion: [["samlAssertion"]],
  issuer: [["issuer"]],
};
/** The options of a key. */
const WITH_KEY = ["passphrase", "signatureAlgorithm"];
const KNOWN: ReadonlySet<string> = new Set([...Object.values(OPTIONS).flat(2), ...WITH_KEY]);

/**
 * Returns the feature `security` of a client whose WSDL asks for security by WS-SecurityPolicy. The policy of the port
 * chooses tokens, algorithms and parts; the option `security` of the client has the credentials. Generated clients have
 * it. A feature `security(…)` in `features` takes its place.
 */
export function policySecurity(): Feature<PolicyOptions> {
  return makeFeature("security", "secure", (client) => openFor(client, undefined, false));
}

function openFor(client: FeatureClient, given: Given | undefined, isOff: boolean): OpenFeature<PolicyOptions> {
  const policy = client.port?.policy;
  const byPlan = new Map<SecurityPlan, readonly OpenFeature[]>();
  const opened = (plan: SecurityPlan): readonly OpenFeature[] => {
    const known = byPlan.get(plan);
    if (known !== undefined) return known;
    const options = optionsFor(plan, given ?? {});
    const features = [
      ...(Object.keys(options).length === 0 ? [] : [security(options).open(client)]),
      ...(plan.http === undefined ? [] : [signIn(signInFor(plan.http, given ?? {})).open(client)]),
    ];
    byPlan.set(plan, features);
    return features;
  };
  // Keys and certificates are checked when the client is made.
  if (given !== undefined && !isOff) refuseUnused(policy, given);
  if (given !== undefined && policy !== undefined && !isOff) {
    for (const operation of [undefined, ...Object.keys(policy.operationPlans ?? {})]) {
      const plan = planFor(policy, operation, given);
      if (plan !== undefined) opened(plan);
    }
  }
  return {
    with({ security: option }, origin) {
      if (option !== undefined && option !== false) checkGiven(option);
      const now = option === undefined || option === false ? given : (option as Given);
      return openFor(client, now, origin !== undefined || option === false || (option === undefined && isOff));
    },
    call(call: FeatureCall) {
      if (isOff || policy === undefined) return undefined;
      const plan = planFor(policy, call.operation, given);
      const calls = plan && opened(plan).flatMap((feature) => feature.call(call) ?? []);
      // What signs in changes HTTP alone, and what secures messages nothing of it.
      return calls === undefined || calls.length === 0 ? undefined : Object.assign({}, ...calls);
    },
  };
}

function checkGiven(given: unknown): void {
  if (typeof given !== "object" || given === null) {
    throw wrongOption("security", "credentials, or false", kindOf(given));
  }
  checkKnown(checkObject("security", given), KNOWN, "security", { prefix: "security." });
}

/** The alternatives of a policy for an operation, or for the others, and the plans of those that a client can meet. */
function waysOf(policy: Policy, operation: string | undefined) {
  const ofOperation = <T>(table: { readonly [name: string]: T } | undefined): T | undefined =>
    operation !== undefined && table !== undefined && Object.hasOwn(table, operation) ? table[operation] : undefined;
  const alternatives = ofOperation(policy.operations) ?? policy.alternatives;
  const plans = (ofOperation(policy.operationPlans) ?? policy.plans ?? []) as readonly SecurityPlan[];
  return { alternatives, possible: plans.filter((_, index) => isSupported(alternatives[index] ?? [], policy.needs)) };
}

/**
 * Returns the first plan that can be met with the credentials. Undefined if there is none, and no credentials are given:
 * the check of the call against its policy reports that. Throws a `ConfigurationError` for a credential that is missing.
 */
function planFor(policy: Policy, operation: string | undefined, given: Given | undefined): SecurityPlan | undefined {
  const { alternatives, possible } = waysOf(policy, operation);
  const lacking = possible.map((plan) => missingIn(plan, given ?? {}));
  const index = lacking.indexOf(undefined);
  if (index >= 0 || given === undefined || possible.length === 0) return possible[index];
  const where = operation === undefined ? "" : ` for ${operation}`;
  throw wrong(
    `security.${lacking[0]}`,
    `The policy of the service asks for ${alternativesText(alternatives, policy.needs)}${where}. Set security.${lacking[0]}.`,
  );
}

const OWN_FEATURE = "For security of your own, hand in features: [security({ … })] of soapwright-features/security.";

/** Throws a `ConfigurationError` for credentials that no message takes. */
function refuseUnused(policy: Policy | undefined, given: Given): void {
  const operations = [undefined, ...Object.keys(policy?.operationPlans ?? {})];
  const possible = operations.flatMap((name) => (policy === undefined ? [] : waysOf(policy, name).possible));
  if (possible.length === 0) {
    const unmet = Object.values(policy?.needs ?? {}).find(({ option }) => option === undefined);
    const asked =
      unmet === undefined
        ? "asks for no security of messages"
        : `asks by ${unmet.asserted} for ${unmet.words}, which this client does not support: ${unmet.remedy}`;
    throw wrong("security", `security is set, but the policy of the service ${asked}. ${OWN_FEATURE}`);
  }
  const names = possible.flatMap(({ credentials }) => credentials);
  const taken = new Set(names.flatMap((name) => OPTIONS[name].flat()));
  if (taken.has("certificate")) for (const name of WITH_KEY) taken.add(name);
  const unused = Object.keys(given).find((name) => ownValue(given, name) !== undefined && !taken.has(name));
  if (unused === undefined) return;
  throw wrong(
    `security.${unused}`,
    `The policy of the service asks for nothing that security.${unused} is for. Leave it out. ${OWN_FEATURE}`,
  );
}

function missingIn(plan: SecurityPlan, given: Given): string | undefined {
  const has = (name: string): boolean => ownValue(given, name) !== undefined;
  const missing = plan.credentials.flatMap((name) => OPTIONS[name]).find((names) => !names.some(has));
  return missing?.[0];
}

/** The options of `security` are checked by the feature. */
function optionsFor(plan: SecurityPlan, given: Given): SecurityOptions {
  const {
    usernameToken,
    signature,
    verify,
    samlAssertion,
    timestamp,
    issuer,
    encryption,
    decryption,
    symmetricBinding,
  } = plan;
  const { username, password, certificate, key, signer, passphrase, signatureAlgorithm, serviceCertificate } = given;
  const algorithm = signatureAlgorithm === undefined ? {} : { signatureAlgorithm };
  const own = { certificate, key, signer, passphrase, ...algorithm };
  const bound = issuer?.keyType === "public";
  const { password: hasPassword, ...token } = usernameToken ?? {};
  const options = {
    ...(usernameToken && { usernameToken: { ...token, username, ...(hasPassword !== false && { password }) } }),
    ...(timestamp && { timestamp }),
    ...(signature && { signature: { ...signature, ...own } }),
    ...(samlAssertion && { samlAssertion: given.samlAssertion }),
    ...(issuer && { issuer: { ...issuer, ...(bound && { useKey: own }), ...(given.issuer as object | undefined) } }),
    ...(symmetricBinding && { symmetricBinding }),
    ...(verify && { verify: { ...verify, ...(!symmetricBinding && { certificates: serviceCertificate }) } }),
    ...(encryption && { encryption: { ...encryption, certificate: firstOf(serviceCertificate) } }),
    ...(decryption && { decryption: { key, passphrase, certificate } }),
  };
  return options as SecurityOptions;
}

function signInFor(http: NonNullable<SecurityPlan["http"]>, { username, password }: Given): SignInOptions {
  return { ...http, username, password } as SignInOptions;
}

/** Messages are encrypted for the first certificate. */
function firstOf(certificates: unknown): unknown {
  return Array.isArray(certificates) ? certificates[0] : certificates;
}
