import { messageForReader } from "soapwright-runtime/extend";
import { printableLines, safeLine } from "soapwright-runtime/xsd";
import { voiceOf } from "../end/speech";
import type { Terminal } from "../terminal/terminal";
import type { ClientFlags } from "./client-flags";
import { exportLines } from "./command-parts";

import type { ServiceCommand } from "./service-command";

export interface RecordFlags extends ClientFlags {
  readonly upstream: string;
  readonly out: string;
  readonly port: number;
  readonly keep?: readonly string[];
}

/** Records calls until the command is stopped. */
export async function record(service: ServiceCommand, terminal: Terminal, flags: RecordFlags): Promise<void> {
  const { out, upstream, timeout, proxy = "environment", ...others } = flags;
  const { reader } = voiceOf(service, terminal);
  const { startRecorder } = await import("soapwright-sandbox");
  const recorder = await startRecorder({
    ...others,
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(typeof proxy === "string" ? { proxy } : {}),
    upstream,
    services: service.versions.map(({ path, service: tables, declaredBaseUrl }) => ({
      path,
      service: tables,
      ...(declaredBaseUrl === undefined ? {} : { declaredBaseUrl }),
    })),
    folder: out,
    log: (line, error) => {
      const said = error === undefined ? line : line.replace(error.message, () => messageForReader(error, reader));
      terminal.err(safeLine`${said}\n`);
    },
  });
  await terminal.out(`${recorder.url}\n`);
  const settings = exportLines(
    service.versions,
    (option) => ({ baseUrl: recorder.url, namespaceBaseUrl: upstream })[option],
  );
  terminal.err(
    printableLines(
      `Recording into ${out} until interrupted. Send calls here, with the namespaces of the real service:\n${settings}`,
    ),
  );
  await terminal.stopped();
  await recorder.close();
  const { name } = service.product;
  terminal.err(safeLine`${recorder.recordingCount} recorded. To respond from them: ${name} sandbox --replay ${out}\n`);
}
