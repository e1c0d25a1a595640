import type { BatchObservableResult, MeterProvider, Observable } from "@opentelemetry/api";
import { allStats, NAME } from "soapwright-runtime/errors";
import { ACTIVE_REQUESTS, CONNECTION_STATE, OPEN_CONNECTIONS, SERVICE, serverOf, TENANT, VERSION } from "./conventions";

const STATES = ["closed", "half-open", "open"] as const;

/**
 * Names come from the HTTP conventions, or begin with `soapwright.client`. Returns a function that removes the gauges.
 */
export function gauges(provider: MeterProvider): () => void {
  const meter = provider.getMeter(NAME, VERSION);
  const upDown = (name: string, unit: string, description: string) =>
    meter.createObservableUpDownCounter(name, { unit, description });
  const connections = upDown(OPEN_CONNECTIONS, "{connection}", "Connections that are open, by their state.");
  const requests = upDown(ACTIVE_REQUESTS, "{request}", "Requests under way.");
  const waiting = upDown("soapwright.client.queue.size", "{call}", "Calls that wait for their turn.");
  const tenants = upDown("soapwright.client.queue.tenants", "{tenant}", "Tenants whose calls wait.");
  const breaker = upDown("soapwright.client.breaker.state", "1", "1 for the state that the breaker is in.");
  const places = upDown("soapwright.client.limit.in_flight", "{request}", "Most requests at a time just now.");
  const rate = upDown("soapwright.client.limit.rate", "{request}/s", "Most requests begun a second just now.");
  const budget = upDown("soapwright.client.retry_budget", "{retry}", "Retries that may be made just now.");
  const tenantWaiting = upDown("soapwright.client.tenant.queue.size", "{call}", "Calls of a tenant that wait.");
  const ofTenant = "soapwright.client.tenant.active_requests";
  const tenantRequests = upDown(ofTenant, "{request}", "Requests of a tenant under way.");
  const ofOrigin = [requests, waiting, tenants, breaker, places, rate];
  const all: Observable[] = [connections, budget, ...ofOrigin, tenantWaiting, tenantRequests];
  const collect = (seen: BatchObservableResult): void => {
    const sums = new Map<string, Sum>();
    /** Clients of the same service and origin are summed. */
    const add = (metric: Observable, value: number | undefined, attributes: Sum["attributes"]): void => {
      if (value === undefined) return;
      const key = JSON.stringify([all.indexOf(metric), attributes]);
      const sum = sums.get(key) ?? { metric, value: 0, attributes };
      sum.value += value;
      sums.set(key, sum);
    };
    for (const stats of allStats()) {
      const client = { [SERVICE]: stats.service };
      add(budget, stats.retryBudget, client);
      for (const state of ["idle", "active"] as const) {
        add(connections, stats.connections?.[state], { ...client, [CONNECTION_STATE]: state });
      }
      for (const each of stats.origins) {
        const origin = { ...client, ...serverOf(each.origin) };
        add(requests, each.inFlight, origin);
        add(waiting, each.waiting, origin);
        add(tenants, each.waitingTenants, origin);
        add(places, each.maxInFlight, origin);
        add(rate, each.requestsPerSecond, origin);
        for (const { label, waiting: calls, inFlight } of each.tenants ?? []) {
          add(tenantWaiting, calls, { ...origin, [TENANT]: label });
          add(tenantRequests, inFlight, { ...origin, [TENANT]: label });
        }
        for (const state of each.breaker === undefined ? [] : STATES) {
          add(breaker, state === each.breaker ? 1 : 0, { ...origin, "soapwright.client.state": state });
        }
      }
    }
    for (const { metric, value, attributes } of sums.values()) seen.observe(metric, value, attributes);
  };
  meter.addBatchObservableCallback(collect, all);
  return () => meter.removeBatchObservableCallback(collect, all);
}

interface Sum {
  readonly metric: Observable;
  value: number;
  readonly attributes: { readonly [name: string]: string | number };
}
