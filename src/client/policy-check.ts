/** Whether a call may be made at all, by what the policies of its port ask for. Loaded where there are any. */
import { ConfigurationError } from "../errors/configuration-error";
import { alternativesInWords, isSupported, OF_CONNECTION, POLICY_NEEDS } from "../policy-needs";
import type { PolicyNode } from "../schema/codec";
import { HttpHeaderLayers } from "./http-header-layers";
import type { PreparedCall } from "./service-core";

/** Throws a `ConfigurationError` naming the option where no alternative can be met. */
export function checkPolicy<H>(call: PreparedCall<H>, { alternatives, operations = {} }: PolicyNode): void {
  const { settings, core } = call;
  // Whoever sets a security object has read what the service wants.
  if (settings.policy === "ignore" || core.port.hasSecurity) return;
  const { name } = call.operation;
  const { tls } = core.settings;
  const isMet = (need: string): boolean => {
    if (need === "tls") return true;
    if (need === "clientCertificate") return tls.cert !== undefined || tls.pfx !== undefined;
    if (settings.security) return true;
    // There may be an Authorization in them.
    return OF_CONNECTION.has(need) && settings.httpHeaders !== HttpHeaderLayers.none;
  };
  const asked = (Object.hasOwn(operations, name) ? operations[name] : undefined) ?? alternatives;
  const possible = asked.filter(isSupported);
  if (possible.some((needs) => needs.every(isMet))) return;
  const [first] = possible;
  const wants = `The policy of the service asks for ${alternativesInWords(asked)} for ${name}`;
  const off = 'To call it all the same, set policy: "ignore".';
  if (first === undefined) {
    const remedies = (asked[0] ?? []).flatMap((need) => POLICY_NEEDS[need]?.remedy ?? []);
    const [remedy = "ask the service for another port"] = remedies;
    throw new ConfigurationError(`${wants}, which this client does not support: ${remedy}. ${off} Nothing was sent.`, {
      option: "policy",
    });
  }
  const missing = first.find((need) => !isMet(need)) ?? "";
  const option = POLICY_NEEDS[missing]?.option ?? "security";
  throw new ConfigurationError(
    `${wants}. Set ${option}, or give client.soap a security object. ${off} Nothing was sent.`,
    { option },
  );
}
