/** All attack cases: those of the shared list in its order, and additional ones. */
import type { AttackClass, RequestAttack, ResponseAttack } from "./attack";
import { addressing, endpointReferences } from "./cases/addressing";
import { attachments } from "./cases/attachment-cases";
import { bomb, compression } from "./cases/bombs";
import { furtherBytes, furtherCompression } from "./cases/further";
import { furtherHttp } from "./cases/further-http";
import { furtherNamespaces, furtherSoap } from "./cases/further-messages";
import { headerBlocks } from "./cases/header-blocks";
import { scalar, shape, xsi } from "./cases/hostile-values";
import { chars, control, dtd, encoding, malformed } from "./cases/markup";
import { envelopes, faults, proto, text } from "./cases/messages";
import { redirects, statuses, tls, transport } from "./cases/network";
import { argumentObject, credentials, endpoints, simple } from "./cases/requests";

export const RESPONSES: readonly AttackClass<ResponseAttack>[] = [
  ...[control, dtd, chars, encoding, malformed, bomb, compression, transport, tls, statuses, redirects],
  ...[faults, envelopes, text, proto, xsi, scalar, shape],
];

export const REQUESTS: readonly AttackClass<RequestAttack>[] = [...simple, argumentObject, credentials, endpoints];

/** The attack cases that are not on the shared list. */
export const FURTHER: readonly AttackClass<ResponseAttack>[] = [
  ...[furtherBytes, furtherCompression, furtherHttp, furtherNamespaces, furtherSoap, headerBlocks],
  addressing,
  attachments,
];
export const FURTHER_REQUESTS: readonly AttackClass<RequestAttack>[] = [endpointReferences];
