import { adaptive } from "soapwright-features";
import {
  type AttemptInterceptor,
  type ClientClass,
  createService,
  type Environment,
  type ServiceVersion,
} from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/http";
import { wayOf } from "../../call/call-result";
import { connectionsOf } from "../../commands/client-settings";
import { limitText } from "../../terminal/wait-note";
import type { ClientFlags } from "../client-flags";
import { clientSettings } from "../open-client";
import type { CallableOperation, ServiceCommand } from "../service-command";
import type { ExportFlags } from "./export-flags";

/** The deadline includes waits such as the one for `--rate`, so it must not be short. */
const LEAST_DEADLINE_MS = 60_000;

/** The class of each version. */
type Classes = ReadonlyMap<ServiceVersion, ClientClass>;

export async function loadClasses(service: ServiceCommand): Promise<Classes> {
  const loading = service.versions.map(async (version) => [version, await service.classOf(version)] as const);
  return new Map(await Promise.all(loading));
}

/** Each request is sent once, because the export itself retries. */
export function clientOf(
  service: ServiceCommand,
  { version, operation }: CallableOperation,
  classes: Classes,
  flags: ClientFlags & Pick<ExportFlags, "concurrency" | "rate">,
  environment: Environment,
  interceptor?: AttemptInterceptor,
) {
  const client = createService(version, classes.get(version)!, {
    ...clientSettings(service, version, flags, environment),
    deadlineMs: Math.max(flags.timeout ?? 0, LEAST_DEADLINE_MS),
    retries: 0,
    connections: { ...connectionsOf(flags.timeout), max: flags.concurrency },
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
