/** What the commands `gateway` have for their operators: logs, new credentials without a restart, and their end. */
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { Option } from "commander";
import type { DiagnosticReason } from "soapwright-contract";
import type { CredentialState, GatewayCall, RunningGateway } from "soapwright-gateway";
import type { ServiceClient } from "soapwright-runtime";
import type { Reason } from "soapwright-runtime/errors";
import { durationTo, LONGEST_TIMER_MS } from "../commands/durations";
import { portNumber } from "../commands/option-values";
import type { CommandService } from "../commands/shared-command";
import { UsageError } from "../end/command-end";
import type { Environment } from "../terminal/terminal";
import type { MetricsFlags, RunningMetrics } from "./metrics";

export interface OperatorFlags extends MetricsFlags {
  readonly log?: "json";
  readonly credentialsFile?: string;
  readonly credentialsCommand?: string;
  /** Unit: milliseconds. */
  readonly drain?: number;
}

export function operatorOptions(): Option[] {
  return [
    new Option("--log <format>", "write a line for each call to stderr").choices(["json"]),
    new Option(
      "--credentials-file <file>",
      "lines NAME=value that replace variables of the environment; read again when it changes and at SIGHUP",
    ),
    new Option(
      "--credentials-command <command>",
      "a command that prints such lines; run at the start, at SIGHUP, and when the service refuses the credentials",
    ),
    new Option("--metrics-port <number>", "serve metrics for Prometheus at /metrics of this port").argParser(
      portNumber,
    ),
    new Option("--metrics-host <address>", "interface to serve metrics on (default: 127.0.0.1)"),
    new Option("--drain <time>", "how long calls in flight may take after Ctrl-C or SIGTERM (default: 30s)").argParser(
      durationTo(LONGEST_TIMER_MS),
    ),
  ];
}

/** A file is looked at so often. Unit: milliseconds. */
const LOOK_MS = 1_000;
const COMMAND_MS = 30_000;
const DRAIN_MS = 30_000;
/** Time for the callers of forced calls to read their responses. Unit: milliseconds. */
const READING_MS = 5_000;

/** Writes notes and calls: as lines for people, or as JSON. */
export class OperatorLog {
  constructor(
    private readonly isJson: boolean,
    private readonly write: { json(line: string): void; note: CommandService["note"] },
  ) {}

  /** Calls are logged as JSON alone, and counted where there are metrics. */
  onCall(metrics: RunningMetrics | undefined): { readonly onCall?: (call: GatewayCall) => void } {
    if (!this.isJson && metrics === undefined) return {};
    return {
      onCall: (call) => {
        metrics?.count(call);
        if (this.isJson) this.#json({ event: "call", ...call });
      },
    };
  }

  note(reason: Reason | DiagnosticReason, message: string): void {
    if (this.isJson) this.#json({ event: "note", reason, message });
    else this.write.note(reason, message);
  }

  credentials(state: CredentialState): void {
    this.note(...STATES[state]);
  }

  #json(entry: object): void {
    this.write.json(JSON.stringify({ at: new Date().toISOString(), ...entry }));
  }
}

const STATES: Readonly<Record<CredentialState, readonly [reason: DiagnosticReason, text: string]>> = {
  accepted: ["gateway-credentials-accepted", "credentials of the gateway are accepted again"],
  refused: ["gateway-credentials-refused", "credentials of the gateway were refused"],
  unusable: ["gateway-credentials-unusable", "credentials of the gateway were refused, and so were the new ones"],
};

/** Reads credentials from a file or a command, and gives a running gateway clients with new ones. */
export class CredentialReader {
  readonly #flags: OperatorFlags;
  readonly #environment: Environment;
  readonly #log: OperatorLog;
  /** The lines that were taken or tried last. */
  #last = "";
  #stamp = "";
  #reading: Promise<void> | undefined;
  #renew: () => Promise<void> = async () => {};

  constructor(flags: OperatorFlags, environment: Environment, log: OperatorLog) {
    this.#flags = flags;
    this.#environment = environment;
    this.#log = log;
    if (flags.credentialsFile !== undefined && flags.credentialsCommand !== undefined)
      throw new UsageError("--credentials-file and --credentials-command exclude each other.");
  }

  /** The environment with the credentials at the start. Throws `UsageError` for those that cannot be read. */
  async environment(): Promise<Environment> {
    this.#stamp = this.#stampNow();
    this.#last = await this.#read();
    return { ...this.#environment, ...parsed(this.#last) };
  }

  /** Takes new credentials until the returned function is called. `open` makes clients of an environment. */
  watch(gateway: RunningGateway, open: (environment: Environment) => Promise<readonly ServiceClient[]>): () => void {
    const { credentialsFile: file, credentialsCommand: command } = this.#flags;
    if (file === undefined && command === undefined) return () => {};
    this.#renew = async () => {
      const text = await this.#read();
      // Each set is tried once, so that no account is locked.
      if (text === this.#last) return;
      this.#last = text;
      const unused = await gateway.replace(await open({ ...this.#environment, ...parsed(text) }));
      this.#log.note("gateway-credentials-read", "new credentials were read");
      await Promise.all(unused.map((client) => client.close()));
    };
    const look = () => {
      const stamp = this.#stampNow();
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      this.renew();
    };
    const looks = file === undefined ? undefined : setInterval(look, LOOK_MS).unref();
    const onHangup = () => this.renew();
    process.on("SIGHUP", onHangup);
    return () => {
      clearInterval(looks);
      process.off("SIGHUP", onHangup);
    };
  }

  /** Called when the service refuses the credentials. A file is read when it changes. */
  refused(): void {
    if (this.#flags.credentialsCommand !== undefined) this.renew();
  }

  renew(): void {
    this.#reading ??= this.#renew()
      .catch((error: unknown) =>
        this.#log.note("gateway-credentials-not-read", `new credentials were not read: ${(error as Error).message}`),
      )
      .finally(() => {
        this.#reading = undefined;
      });
  }

  async #read(): Promise<string> {
    const { credentialsFile: file, credentialsCommand: command } = this.#flags;
    if (command !== undefined) return outputOf(command);
    if (file === undefined) return "";
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      throw new UsageError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`);
    }
  }

  #stampNow(): string {
    const file = this.#flags.credentialsFile;
    const stat = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
  }
}

/** Neither the output nor stderr of the command is shown, because both may hold a secret. */
function outputOf(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const shell = process.platform === "win32" ? ["cmd.exe", "/d", "/s", "/c"] : ["/bin/sh", "-c"];
    execFile(shell[0]!, [...shell.slice(1), command], { timeout: COMMAND_MS }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(new UsageError(`The command of --credentials-command failed (${error.code ?? error.signal}).`));
    });
  });
}

/** Throws `UsageError` that names a line by its number alone. */
function parsed(text: string): Environment {
  const entries: [string, string][] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const found = /^([A-Za-z_]\w*)=(.*)$/.exec(line);
    if (found === null) throw new UsageError(`Line ${at + 1} of the credentials is not NAME=value.`);
    entries.push([found[1]!, found[2]!]);
  }
  return Object.fromEntries(entries);
}

/** Ends a gateway: calls in flight get the time of `--drain`, then they are ended by force. */
export async function endGateway(
  gateway: RunningGateway,
  clients: () => readonly ServiceClient[],
  { drain = DRAIN_MS }: OperatorFlags,
): Promise<void> {
  let reading: NodeJS.Timeout | undefined;
  const force = setTimeout(() => {
    for (const client of clients()) void client.close({ force: true });
    reading = setTimeout(() => gateway.app.server.closeAllConnections(), READING_MS);
  }, drain);
  await gateway.close();
  clearTimeout(force);
  clearTimeout(reading);
  await Promise.all(clients().map((client) => client.close()));
}
