import type { PolicyNode } from "../schema/codec";
import type { PreparedCall } from "./client-state";
import { isSecured } from "./features";
import { HttpHeaderLayers } from "./http-header-layers";

/** Checks a call by the code of its service. Throws a `ConfigurationError` with the option to set if the call meets no alternative of the policy. */
export function checkCallPolicy<H>(call: PreparedCall<H>, policy: PolicyNode): void {
  const { settings, core, operation } = call;
  // A user security object is taken as the user's decision about the policy.
  if (settings.policy === "ignore" || core.port.hasSecurity) return;
  const { tls } = core.settings;
  core.service.checkPolicy!(policy, {
    name: operation.name,
    isSecured: isSecured(call),
    hasCertificate: tls.cert !== undefined || tls.pfx !== undefined,
    hasHeaders: settings.httpHeaders !== HttpHeaderLayers.none,
  });
}
