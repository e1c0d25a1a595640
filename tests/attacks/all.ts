/** Every case, in the order of the list. */
import type { AttackClass, RequestAttack, ResponseAttack } from "./attack";
import { bomb, compression } from "./cases/bombs";
import { chars, control, dtd, encoding, malformed } from "./cases/markup";
import { envelopes, faults, proto, text } from "./cases/messages";
import { redirects, statuses, tls, transport } from "./cases/network";
import { argumentObject, credentials, endpoints, simple } from "./cases/requests";
import { scalar, shape, xsi } from "./cases/values";

export const RESPONSES: readonly AttackClass<ResponseAttack>[] = [
  ...[control, dtd, chars, encoding, malformed, bomb, compression, transport, tls, statuses, redirects],
  ...[faults, envelopes, text, proto, xsi, scalar, shape],
];

export const REQUESTS: readonly AttackClass<RequestAttack>[] = [...simple, argumentObject, credentials, endpoints];
