/**
 * Makes calls with a ticket of Kerberos, in a process of its own, because libkrb5 reads the environment of the process.
 * Arguments: the endpoint, and the options of `signIn` as JSON. Prints each result, or the reason of the error.
 */
import { buildTables, loadModel } from "soapwright-contract";
import { signIn } from "soapwright-features/security";
import { ServiceClient } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
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
  const client = new SmallClient(service!, { endpoint, retries: 0, features } as never);
  const outcomes: unknown[] = [];
  for (let call = 0; call < 3; call++) {
    try {
      outcomes.push(await client.get(call));
    } catch (error) {
      if (!isServiceError(error)) throw error;
      outcomes.push(error.reason);
    }
  }
  await client.close();
  console.log(JSON.stringify(outcomes));
}

void main();
