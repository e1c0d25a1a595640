/** In the place of `src/cli/complaint.ts` while messages are collected. */
import { complaintOf as real } from "../../src/cli/./complaint";
import { record } from "./record";

export type { ExitCode } from "../../src/cli/./complaint";

export function complaintOf(error: unknown): ReturnType<typeof real> {
  const complaint = real(error);
  record("employee-service", complaint.line);
  return complaint;
}
