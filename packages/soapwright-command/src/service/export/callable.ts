import { adaptive } from "soapwright-features/admissions";
import type { AttemptInterceptor } from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/internal";
import { createService, type Environment } from "soapwright-runtime/service";
import { wayOf } from "../../call-result";
import { limitText } from "../../wait-note";
import { type ClientFlags, clientSettings, connectionsOf } from "../client-flags";
import type { CallableOperation, ServiceCommand } from "../service-command";
import type { ExportFlags } from "./export-flags";

/** The deadline includes waits such as the one for `--rate`, so it must not be short. */
const LEAST_DEADLINE_MS = 60_000;

/** Each request is sent once, because the export itself retries. */
export function clientOf(
  service: ServiceCommand,
  { version, Client, operation }: CallableOperation,
  flags: ClientFlags & Pick<ExportFlags, "concurrency" | "rate">,
  environment: Environment,
  interceptor?: AttemptInterceptor,
) {
  const client = createService(version, Client, {
    ...clientSettings(service, version, flags, environment),
    deadlineMs: Math.max(flags.timeout ?? 0, LEAST_DEADLINE_MS),
    retries: 0,
    connections: { ...connectionsOf(flags), max: flags.concurrency },
    admission: [adaptive()],
    ...(flags.rate === undefined ? {} : { requestsPerSecond: flags.rate }),
    ...(interceptor === undefined ? {} : { attemptInterceptors: [interceptor] }),
  });
  const method = Reflect.get(client, operation.method) as (args: unknown) => Promise<unknown>;
  return {
    call: (args: unknown) => method.call(client, args),
    way: `${wayOf(client)}, time limit ${limitText(partsOf(client).settings.timeoutMs)}`,
    /** Aborts all calls at once, because a signal for each would cost a fifth of a call. */
    close: () => client.close({ force: true }),
  };
}
