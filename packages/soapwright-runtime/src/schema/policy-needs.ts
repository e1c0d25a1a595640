/** The check of a call against the policies of its service. */
import { ConfigurationError } from "../errors/configuration-error";
import { alternativesText, isSupported } from "./policy-words";
import type { PolicyNeedNode, PolicyNode } from "./tables/nodes";

/** The properties of a call that can meet a policy. */
export interface PolicyCall {
  /** Name of the operation in the WSDL. */
  readonly name: string;
  /** Whether a feature secures the message or signs in. */
  readonly isSecured: boolean;
  readonly hasCertificate: boolean;
  /** Whether HTTP headers are set, which may contain Authorization. */
  readonly hasHeaders: boolean;
}

/**
 * Throws a `ConfigurationError` with the option to set if the call meets no alternative of its port's policies. Part of
 * the tables of services that have policies.
 */
export function checkPolicy(policy: PolicyNode, call: PolicyCall): void {
  const { alternatives, operations = {}, needs } = policy;
  const { name } = call;
  const isMet = (need: string): boolean => {
    const option = needs[need]?.option;
    if (option === "endpoint") return true;
    if (option === "tls.cert") return call.hasCertificate;
    return call.isSecured || (need.startsWith("http") && call.hasHeaders);
  };
  const required = (Object.hasOwn(operations, name) ? operations[name] : undefined) ?? alternatives;
  const possible = required.filter((each) => isSupported(each, needs));
  if (possible.some((each) => each.every(isMet))) return;
  const [first] = possible;
  const wants = `The policy of the service asks for ${alternativesText(required, needs)} for ${name}`;
  const off = 'To call it all the same, set quirks: { policy: "ignore" }.';
  if (first === undefined) {
    const { remedy = "ask the service for another port", asserted } = firstUnmet(required[0], needs);
    const place = asserted === undefined ? "" : `, by ${asserted}`;
    throw new ConfigurationError(
      `${wants}, which this client does not support${place}: ${remedy}. ${off} Nothing was sent.`,
      { reason: "policy-unsupported", option: "quirks.policy" },
    );
  }
  const missing = first.find((need) => !isMet(need)) ?? "";
  const option = needs[missing]?.option ?? "features";
  throw new ConfigurationError(
    `${wants}. Set ${option}, or give client.soap a security object. ${off} Nothing was sent.`,
    { reason: "policy-unmet", option },
  );
}

function firstUnmet(required: readonly string[] = [], needs: PolicyNode["needs"]): Partial<PolicyNeedNode> {
  return required.flatMap((need) => needs[need] ?? []).find(({ option }) => option === undefined) ?? {};
}
