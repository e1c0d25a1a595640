/** Errors as lines and JSON, with the names that `employee-service` has for settings. */

import type { Terminal } from "soapwright-command";
import { type CauseWords, type Complaint, causeWords as causes, complaintOf as complaint } from "soapwright-command";
import { type Situation, situationOf, voiceIn } from "./option-labels";

export function complaintOf(error: unknown, situation: Situation): Complaint {
  return complaint(error, voiceIn(situation));
}

export function causeWords(terminal: Terminal): CauseWords {
  return causes(voiceIn(situationOf(terminal)));
}
