import type { AddressedMessage } from "../addressing/addressed-message";
import { addressing as loadAddressing } from "../addressing/loaded";
import type { OutgoingParts } from "../attachments/outgoing";
import type { MessageTerms } from "../soap/soap-port";
import { queryOf } from "../transport/address";
import type { PreparedCall } from "./service-core";

/** What the message of a call needs beside its arguments that is addressed, or goes elsewhere. */
export function messageTerms<H>(call: PreparedCall<H>, attachments: OutgoingParts | undefined): MessageTerms {
  const { understood, addressed, target } = call.settings;
  const isForeign = call.core.portOrigin !== call.address.origin;
  let addressing: AddressedMessage | undefined;
  if (addressed !== undefined) {
    addressing = loadAddressing().addressedMessage(call, addressed);
  }
  return { understood, addressing, attachments, query: target && queryOf(target), isForeign };
}
