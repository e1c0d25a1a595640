/** The check of a call against the policies of its port. Loaded only if there are any. */
import { ConfigurationError } from "../errors/configuration-error";
import { alternativesInWords, isSupported } from "../policy-needs";
import type { PolicyNode } from "../schema/codec";
import type { PreparedCall } from "./client-state";
import { isSecured } from "./features";
import { HttpHeaderLayers } from "./http-header-layers";

/** Throws a `ConfigurationError` with the option to set if no alternative is met. */
export function checkPolicy<H>(call: PreparedCall<H>, policy: PolicyNode): void {
  const { alternatives, operations = {}, needs } = policy;
  const { settings, core } = call;
  // A user security object is taken as the user's decision about the policy.
  if (settings.policy === "ignore" || core.port.hasSecurity) return;
  const secured = isSecured(call);
  if ((needs as object | undefined) === undefined) {
    throw new ConfigurationError(
      `The tables of ${core.settings.service} do not say how the needs of its policy are met. Generate them again, or set policy: "ignore". Nothing was sent.`,
      { option: "policy" },
    );
  }
  const { name } = call.operation;
  const { tls } = core.settings;
  const isMet = (need: string): boolean => {
    const option = needs[need]?.option;
    if (option === "endpoint") return true;
    if (option === "tls.cert") return tls.cert !== undefined || tls.pfx !== undefined;
    if (secured) return true;
    // These headers may contain Authorization.
    return need.startsWith("http") && settings.httpHeaders !== HttpHeaderLayers.none;
  };
  const asked = (Object.hasOwn(operations, name) ? operations[name] : undefined) ?? alternatives;
  const possible = asked.filter((each) => isSupported(each, needs));
  if (possible.some((each) => each.every(isMet))) return;
  const [first] = possible;
  const wants = `The policy of the service asks for ${alternativesInWords(asked, needs)} for ${name}`;
  const off = 'To call it all the same, set policy: "ignore".';
  if (first === undefined) {
    const remedies = (asked[0] ?? []).flatMap((need) => needs[need]?.remedy ?? []);
    const [remedy = "ask the service for another port"] = remedies;
    throw new ConfigurationError(`${wants}, which this client does not support: ${remedy}. ${off} Nothing was sent.`, {
      option: "policy",
    });
  }
  const missing = first.find((need) => !isMet(need)) ?? "";
  const option = needs[missing]?.option ?? "features";
  throw new ConfigurationError(
    `${wants}. Set ${option}, or give client.soap a security object. ${off} Nothing was sent.`,
    { option },
  );
}
