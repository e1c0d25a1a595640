/** The command `doctor`: examines every service or version of a line, and prints what is wrong. */
import { Option } from "commander";
import type { ServiceClient } from "soapwright-runtime";
import { isConfigurationError, isServiceError } from "soapwright-runtime/errors";
import { partsOf } from "soapwright-runtime/http";
import { jsonText } from "soapwright-runtime/xsd";
import { wayOf } from "../../call/call-result";
import type { CommandParts, CommandService } from "../../commands/shared-command";
import { CommandEnd, UsageError } from "../../end/command-end";
import { complaintOf, type Voice } from "../../end/complaint";
import { exitCodes } from "../../end/exit-codes";
import { voiceOf } from "../../end/speech";
import { diagnose } from "../diagnose";
import { type Check, type CheckName, type Skip, skipAfter } from "../diagnosis";
import { findingsOf, summaryOf } from "../diagnosis-text";
import { SubjectReport } from "./report";
import type { DoctorSubject } from "./subject";

interface Flags {
  readonly timeout?: number;
  readonly failOn: "warning" | "error";
  readonly json?: true;
}

const CHECK_MS = 10_000;

/** Warnings alone. */
const ONLY_WARNINGS = 8;

export const doctorParts: CommandParts = {
  options: () => [
    new Option("--fail-on <severity>", "what makes the exit code other than 0: warnings too, or errors alone")
      .choices(["warning", "error"])
      .default("warning"),
    new Option("--json", "print JSON instead of text"),
  ],
  run: (begun) =>
    begun.source.withService(begun, (service) =>
      examine(service, begun.flags as Flags, begun.source.kind, voiceOf(begun.source.speech, service.terminal)),
    ),
};

/** Rejects with a `CommandEnd` unless all is well, and with `UsageError` for a read that could not be made. */
async function examine(service: CommandService, flags: Flags, kind: string, voice: Voice): Promise<void> {
  const { terminal } = service;
  const isJson = flags.json === true;
  const subjects = await service.subjects();
  const reports = subjects.map(({ name }) => new SubjectReport(name, terminal, isJson));
  const examinations = subjects.map(async (subject, at) => {
    const report = reports[at]!;
    try {
      await examineOne(subject, report, service, flags.timeout ?? CHECK_MS, voice);
    } finally {
      report.end();
    }
  });
  const settled = Promise.allSettled(examinations);
  for (const [at, examination] of examinations.entries()) {
    if (!isJson) reports[at]!.print(terminal.out);
    await examination.catch(() => {});
  }
  const failures = (await settled).flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  for (const error of failures) if (!(isServiceError(error) && error.code === "ABORTED")) throw error;
  await conclude(subjects, reports, { isStopped: failures.length > 0, kind, flags, terminal });
}

async function conclude(
  subjects: readonly DoctorSubject[],
  reports: readonly SubjectReport[],
  {
    isStopped,
    kind,
    flags,
    terminal,
  }: Pick<CommandService, "terminal"> & {
    readonly isStopped: boolean;
    readonly kind: string;
    readonly flags: Flags;
  },
): Promise<void> {
  const findings = findingsOf(reports);
  const worst = ["error", "warning"].find((each) => findings.some(({ severity }) => severity === each)) ?? "ok";
  const unread = isStopped || worst === "error" ? undefined : unreadOf(subjects, reports);
  if (flags.json) {
    const seen = reports.map(({ name, outcome, facts, checks }) => ({ name, [kind]: name, outcome, ...facts, checks }));
    await terminal.out(`${jsonText({ outcome: isStopped ? "stopped" : worst, [`${kind}s`]: seen }, 2)}\n`);
    // Without the read, "nothing is wrong" would be false.
  } else if (findings.length > 0 || (!isStopped && unread === undefined)) {
    await terminal.out(`${summaryOf(findings)}\n`);
  }
  if (isStopped) throw new CommandEnd(exitCodes.stopped, "The doctor was stopped before it had seen everything.");
  if (worst === "error") throw new CommandEnd(exitCodes.failure);
  if (unread !== undefined) throw new UsageError(unread);
  if (worst === "warning" && flags.failOn === "warning") throw new CommandEnd(ONLY_WARNINGS);
}

/** What is said of a read that the command line wants, and that was not made. */
function unreadOf(subjects: readonly DoctorSubject[], reports: readonly SubjectReport[]): string | undefined {
  for (const [at, { wanted }] of subjects.entries()) {
    const read = reports[at]!.checks.find(({ name }) => name === "credentials");
    if (wanted !== undefined && read?.outcome === "skipped") return `${wanted} was not called. ${read.message}`;
  }
  return undefined;
}

async function examineOne(
  subject: DoctorSubject,
  report: SubjectReport,
  { terminal }: CommandService,
  timeoutMs: number,
  voice: Voice,
): Promise<void> {
  if (subject.leftOut !== undefined) {
    report.begin();
    report.add(skipped("configuration", { reason: "not-examined", message: subject.leftOut }));
    return;
  }
  let client: ServiceClient;
  try {
    client = await subject.open();
  } catch (error) {
    if (!isConfigurationError(error) || voice.usesFlag(error)) throw error;
    report.begin();
    for (const check of misconfigured(complaintOf(error, voice).message)) report.add(check);
    return;
  }
  try {
    const { wsdl, load, settingNames } = subject;
    const read = subject.readOf(client);
    const way = wayOf(client);
    report.begin(partsOf(client).settings.address.display);
    const { endpoint, namespace, soapVersion } = await diagnose(client, {
      timeoutMs,
      settingNames,
      environment: terminal.environment,
      onBegin: (name) => report.waits(name, way, timeoutMs),
      onCheck: (check) => report.add(check),
      ...(wsdl && { wsdl }),
      ...(load && { load }),
      ...(read && { read }),
      ...(terminal.signal && { signal: terminal.signal }),
    });
    report.facts = { endpoint, namespace, soapVersion };
  } finally {
    await client.close({ force: true });
  }
}

const later: CheckName[] = ["proxy", "dns", "tcp", "tls", "http", "clock", "contract", "credentials", "namespaces"];

/** Without a client, no other check is possible. */
function misconfigured(message: string): Check[] {
  const finding = { severity: "error", code: "configuration", message } as const;
  const reason = finding.code;
  const first: Check = { name: "configuration", reason, outcome: "error", message, findings: [finding], elapsedMs: 0 };
  return [first, ...later.map((name) => skipped(name, skipAfter("configuration")))];
}

function skipped(name: CheckName, skip: Skip): Check {
  return { name, outcome: "skipped", ...skip, findings: [], elapsedMs: 0 };
}
