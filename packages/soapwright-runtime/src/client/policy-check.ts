import type { PolicyNode } from "../schema/codec";
import type { StartedCall } from "./client-state";
import { isSecured } from "./features";
import { HttpHeaderLayers } from "./http-header-layers";

/**
 * Checks a call against the policy of its port, by the code that the service's tables refer to. Throws a
 * `ConfigurationError` with the option to set if the call meets no alternative.
 */
export function checkCallPolicy<H>(call: StartedCall<H>, policy: PolicyNode): void {
  const { settings, core, operation } = call;
  // With a security object of the user's, the user has decided about the policy.
  if (settings.policy === "ignore" || core.writer?.hasSecurity === true) return;
  const { tls } = core.settings;
  core.service.checkPolicy!(policy, {
    name: operation.name,
    isSecured: isSecured(call),
    hasCertificate: tls.cert !== undefined || tls.pfx !== undefined,
    hasHeaders: settings.httpHeaders !== HttpHeaderLayers.none,
  });
}
