/**
 * Makes calls with a ticket of Kerberos, in a process of its own, because libkrb5 reads the environment of the process.
 * Arguments: the endpoint, or "sandbox" for one of this process, and the options of `signIn` as JSON. Prints each result, or
 * the reason of the error.
 */
import { buildTables, loadModel } from "soapwright-contract";
import { signIn } from "soapwright-features/security";
import { ServiceClient } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { mockService } from "soapwright-sandbox";
import { smallFile } from "./small";

const [endpoint = "", options = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const [service] = await buildTables((await loadModel(smallFile(), {})).model!);
  const features = [signIn(JSON.parse(options))];
  class SmallClient extends ServiceClient {
    get(id: number) {
      return this.call(service!.operations[0] as never, { Id: id } as never);
    }
  }
  const outcomes: unknown[] = [];
  const sandbox = endpoint === "sandbox" ? await openSandbox(outcomes) : undefined;
  const address = sandbox === undefined ? endpoint : sandbox.url + sandbox.places[0]!.path;
  const client = new SmallClient(service!, { endpoint: address, retries: 0, features } as never);
  for (let call = 0; call < 3; call++) {
    try {
      outcomes.push(await client.get(call));
    } catch (error) {
      if (!isServiceError(error)) throw error;
      outcomes.push(error.reason);
    }
  }
  await client.close();
  await sandbox?.close();
  console.log(JSON.stringify(outcomes));
}

function openSandbox(users: unknown[]) {
  const handlers = { get: (_args: never, { user }: { user?: string }) => users.push(user) && 49 } as never;
  return mockService(smallFile(), { handlers, signIn: { scheme: "negotiate", serviceHost: "localhost" } });
}

void main();
