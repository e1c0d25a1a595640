/** Errors as lines and JSON, with the names that the command of a service has for settings. */
import { type CauseWords, type Complaint, causeWords as causes, complaintOf as complaint } from "../complaint";
import type { Terminal } from "../terminal";
import { type Situation, situationOf, voiceIn } from "./option-labels";
import type { ServiceCommand } from "./service-command";

export function complaintOf(error: unknown, situation: Situation): Complaint {
  return complaint(error, voiceIn(situation));
}

export function causeWords(service: ServiceCommand, terminal: Terminal): CauseWords {
  return causes(voiceIn(situationOf(service, terminal)));
}
