/** The WSDLs as the service shows them today, written as ours are: with the base URL of `wsdl/`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ReleaseError } from "./release-error";

/** Where the service is, and which base URL its namespaces have when it is another. */
export interface Service {
  readonly baseUrl: string;
  readonly namespaceBaseUrl?: string;
}

const most = 16 * 1024 * 1024;

/** By file name. @throws ReleaseError for a service that cannot be reached or shows something else than a WSDL. */
export async function liveContract(root: string, service: Service): Promise<Map<string, string>> {
  const names = readdirSync(join(root, "wsdl")).filter((name) => name.endsWith(".wsdl"));
  const live = new Map<string, string>();
  for (const name of names) live.set(name, await liveWsdl(readFileSync(join(root, "wsdl", name), "utf8"), service));
  return live;
}

async function liveWsdl(own: string, { baseUrl, namespaceBaseUrl = baseUrl }: Service): Promise<string> {
  const location = /:address\s+location\s*=\s*"([^"]+)"/.exec(own)?.[1];
  if (location === undefined)
    throw new ReleaseError("A WSDL in wsdl/ has no address, so the service's own cannot be found.");
  const address = `${withoutSlash(baseUrl)}${new URL(location).pathname}?wsdl`;
  const text = await fetchText(address);
  if (!/<(\w+:)?definitions[\s>]/.test(text)) {
    throw new ReleaseError(`${address} shows something else than a WSDL. Check EMPLOYEE_SERVICE_BASE_URL.`);
  }
  return text.replaceAll(withoutSlash(namespaceBaseUrl), new URL(location).origin).replace(/\r\n/g, "\n");
}

async function fetchText(address: string): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(60_000) });
    text = await response.text();
  } catch (error) {
    const { cause, message } = error as Error;
    throw new ReleaseError(`${address} cannot be reached: ${(cause as Error | undefined)?.message || message}.`);
  }
  if (response.status !== 200)
    throw new ReleaseError(`${address} responds with status ${response.status} instead of its WSDL.`);
  if (text.length > most)
    throw new ReleaseError(`${address} is larger than ${most} characters, which no WSDL of this service is.`);
  return text;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
