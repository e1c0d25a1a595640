/** Creates clients for tenants, and measures their memory in a process without other work. Needs `--expose-gc`. */

import { answerParent } from "soapwright-testing/stage/child";
import { SocketCount } from "soapwright-testing/stage/sockets";
import { createEmployeeServiceV3, type EmployeeServiceV3 } from "../../src/index";

export interface MemoryTask {
  readonly url: string;
  readonly tenants: number;
}

export interface MemoryReport {
  /** The bytes for each client with a credential and an option. */
  readonly plain: number;
  /** The bytes for each client with a function and HTTP headers too. */
  readonly expiring: number;
  readonly sockets: number;
}

function heap(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

answerParent<MemoryTask, MemoryReport>(async ({ url, tenants }) => {
  const count = new SocketCount();
  const client: EmployeeServiceV3 = createEmployeeServiceV3({ baseUrl: url });
  const plainOne = (n: number) => client.with({ domain: `tenant-${n}`, timeoutMs: 5_000 });
  const expiringOne = (n: number) => {
    const domain = `tenant-${n}`;
    const token = async () => ({ value: domain, expiresAt: 0 });
    return client.with({ domain, token, httpHeaders: { "X-Tenant": domain } });
  };
  const bytesEach = (make: (n: number) => EmployeeServiceV3): number => {
    const kept: EmployeeServiceV3[] = new Array(tenants).fill(client);
    const before = heap();
    for (let n = 0; n < tenants; n++) kept[n] = make(n);
    const after = heap();
    return kept.length === tenants ? (after - before) / tenants : Number.NaN;
  };
  // V8 gives the first instances of a class room for more fields than it has, which is 1,000 bytes for each client.
  for (let round = 0; round < 4; round++) {
    bytesEach(plainOne);
    bytesEach(expiringOne);
  }
  const report = { plain: bytesEach(plainOne), expiring: bytesEach(expiringOne), sockets: count.now };
  await client.close();
  return report;
});
