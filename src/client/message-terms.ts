import type { AddressedMessage } from "../addressing/addressed-message";
import type { OutgoingParts } from "../attachments/outgoing";
import type { MessageTerms } from "../soap/soap-port";
import { queryOf } from "../transport/address";
import type { PreparedCall } from "./service-core";

/** What the message of `call` needs beside its arguments. Most calls go to the client's own address, and are not addressed. */
export function messageTerms<H>(call: PreparedCall<H>, attachments: OutgoingParts | undefined): MessageTerms {
  const { understood, addressed, target } = call.settings;
  const isForeign = call.core.portOrigin !== call.address.origin;
  if (addressed === undefined && target === undefined && !isForeign) {
    return { understood, addressing: undefined, attachments };
  }
  let addressing: AddressedMessage | undefined;
  if (addressed !== undefined) {
    const { addressedMessage } = require("./addressed-call") as typeof import("./addressed-call");
    addressing = addressedMessage(call, addressed);
  }
  return { understood, addressing, attachments, query: target && queryOf(target), isForeign };
}
