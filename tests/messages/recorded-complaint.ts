/** In the place of `src/cli/complaint.ts` while messages are collected. */
import { complaintOf as real } from "../../src/cli/complaint";
import { record } from "./record";

export type { Complaint } from "../../src/cli/complaint";

export function complaintOf(...args: Parameters<typeof real>): ReturnType<typeof real> {
  const complaint = real(...args);
  record({ from: "employee-service", text: complaint.line, about: String(complaint.exitCode) });
  return complaint;
}
