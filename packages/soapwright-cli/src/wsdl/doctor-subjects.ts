/** The services of a WSDL, as the doctor examines them. */
import type { LoadedService, LoadedServices } from "soapwright-contract";
import type { loadOptions } from "soapwright-contract/flags";
import type { CallOptions } from "soapwright-runtime";
import { unknownName } from "../commands/unknown-name";
import type { DoctorSubject } from "../doctor/command/subject";
import { UsageError } from "../end/command-end";
import type { Terminal } from "../terminal/terminal";
import type { ClientFlags } from "./client-flags";
import { openClients } from "./open-clients";

/** Throws `UsageError` for a read that the services do not have. */
export function doctorSubjects(
  loaded: LoadedServices,
  chosen: readonly LoadedService[],
  flags: ClientFlags,
  load: ReturnType<typeof loadOptions>,
  terminal: Terminal,
): readonly DoctorSubject[] {
  const args = checkedRead(chosen, flags);
  return chosen.map((each): DoctorSubject => {
    const { service } = each;
    const operation = service.operations.find(({ name }) => name === flags.read);
    return {
      name: service.name,
      async open() {
        // A plain HTTP address is a finding, not an error.
        const [client] = await openClients(loaded, [each], flags, terminal, { allowInsecure: true });
        return client!;
      },
      readOf(client) {
        if (operation === undefined) return undefined;
        const method = Reflect.get(client, operation.method) as (
          args: unknown,
          options: CallOptions<never>,
        ) => PromiseLike<unknown>;
        return (options) => method.call(client, args, options);
      },
      ...(flags.read !== undefined && { wanted: flags.read }),
      ...(loaded.definitions && { wsdl: loaded.definitions }),
      load,
      settingNames: {
        proxy: "--proxy",
        address: "--endpoint",
        namespace: "the WSDL that you named",
        credentials: "--security or --username",
      },
    };
  });
}

/** Returns the arguments of the read. */
function checkedRead(chosen: readonly LoadedService[], flags: ClientFlags): unknown {
  const { read, arguments: json } = flags;
  if (read === undefined) {
    const idle = flags.security !== undefined ? "--security" : json !== undefined ? "--arguments" : undefined;
    if (idle !== undefined)
      throw new UsageError(`${idle} is for a call: name an operation that only reads with --read.`);
    return undefined;
  }
  const names = chosen.flatMap(({ service }) => service.operations.map(({ name }) => name));
  if (!names.includes(read)) throw new UsageError(unknownName("operation", read, [...new Set(names)]));
  try {
    return json === undefined ? {} : (JSON.parse(json) as unknown);
  } catch {
    throw new UsageError("--arguments is not JSON.");
  }
}
