/** Runs the same cases with plain node-soap, as its documentation shows it, for comparison. */
import { join } from "node:path";
import { createClientAsync } from "soap";
import { REQUESTS, RESPONSES } from "./all-cases";
import type { RequestAttack, ResponseAttack } from "./attack";
import type { Order, Report } from "./client-process";
import { addressValue } from "./payloads";

const V3 = join(__dirname, "../../wsdl/employee-service.v3.wsdl");
const V21 = join(__dirname, "../../wsdl/employee-service.v2.1.wsdl");
const RECORD = join(__dirname, "record-service.wsdl");

type Method = (args: unknown, options: object) => Promise<readonly unknown[]>;

async function methodOf(wsdl: string, name: string, url: string, header?: object): Promise<Method> {
  const client = await createClientAsync(wsdl);
  client.setEndpoint(url);
  if (header !== undefined) client.addSoapHeader(header, "", "", client.wsdl.definitions.$targetNamespace);
  return (Reflect.get(client, `${name}Async`) as Method).bind(client);
}

/** Returns all leaves as text, without absent ones, because node-soap has its own types for some. */
function loose(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loose);
  if (typeof value !== "object" || value === null || value instanceof Date) return String(value);
  const entries = Object.entries(value).filter(([, content]) => content !== undefined && content !== null);
  return Object.fromEntries(entries.map(([name, content]) => [name, loose(content)]).sort());
}

async function standResponse(attack: ResponseAttack, { url, port }: Order): Promise<string> {
  const isRecord = attack.service === "record";
  const name = isRecord ? "Record_GetList" : "Address_GetList";
  const call = await methodOf(isRecord ? RECORD : V3, name, attack.endpoint?.(port) ?? url);
  const args = isRecord ? { Id: 1 } : { EmployeeId: 1, Period: 1, Year: 2026 };
  let answer: readonly unknown[] = [];
  for (let count = 0; count < (attack.calls ?? 1); count++) answer = await call(args, { timeout: 2000 });
  const [result] = answer as readonly Record<string, Record<string, unknown> | undefined>[];
  const list = result?.[`${name}Result`]?.[isRecord ? "Record" : "EmployeeAddress"] ?? [];
  if (attack.outcome !== "value") return "accepted";
  const isRight = JSON.stringify(loose([list].flat())) === JSON.stringify(loose(attack.value ?? [addressValue()]));
  return isRight ? "right value" : "silently wrong";
}

async function standRequest(attack: RequestAttack, { url }: Order): Promise<string> {
  const given = (attack.options?.(url) ?? {}) as Record<string, unknown>;
  const endpoint = String(given.endpoint ?? url);
  if (attack.service === "address") {
    const call = await methodOf(V3, "Address_GetList", endpoint, { AuthHeaderWithDomain: { Domain: given.domain } });
    await call({ EmployeeId: 1, Period: 1, Year: 2026 }, { timeout: 2000 });
  } else if (attack.service === "costCenter") {
    const header = { AuthHeader: { Username: given.username, Token: given.token } };
    await (await methodOf(V21, "CostCenter_GetCurrent", endpoint, header))({ EmployeeId: 1 }, { timeout: 2000 });
  } else await (await methodOf(RECORD, "Order_Send", endpoint))(attack.args?.(), { timeout: 2000 });
  return "sent";
}

async function stand(order: Order): Promise<string> {
  if (order.side === "response") {
    const attack = RESPONSES.flatMap(({ attacks }) => attacks).find(({ name }) => name === order.name);
    return attack === undefined ? "no such case" : standResponse(attack, order);
  }
  const attack = REQUESTS.flatMap(({ attacks }) => attacks).find(({ name }) => name === order.name);
  return attack === undefined ? "no such case" : standRequest(attack, order);
}

const watched = { elapsedMs: 0, growthMiB: 0, blockedMs: 0, processorMs: 0 };

process.on("message", (order: Order) => {
  stand(order)
    .catch((error: unknown) => (error instanceof Error ? "clean error" : "rejects a non-Error"))
    .then((outcome) => {
      const report: Report = { outcome, detail: "", at: undefined, leaks: [], polluted: "polluted" in {}, watched };
      process.send?.(report);
    });
});
process.on("uncaughtException", () => process.exit(1));
process.send?.("ready");
