// An ES application that uses the package itself, and a CommonJS dependency which uses it too.

import { startSandbox } from "employee-service-client/sandbox";
import { legacyCall, legacyError } from "legacy";
import { exportCalls } from "soapwright-export";
import {
  ArgumentError,
  Call,
  ConfigurationError,
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  isServiceError,
} from "./entries.mjs";

export async function app() {
  const sandbox = await startSandbox();
  try {
    const v21 = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" });
    const v3 = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", soapVersion: "1.2" });
    const call = v21.costCenterGetCurrent({ EmployeeId: 1003 });
    const costCenters = await call;
    const addresses = await v3.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
    const theirs = await legacyError(sandbox.url);
    const theirCall = legacyCall(sandbox.url);
    await theirCall;
    const ofTool = await exportCalls({ inputs: 1 }).catch((error) => error);
    console.log(
      JSON.stringify({
        costCenters: costCenters.length,
        addresses: addresses.length,
        callOfRuntime: call instanceof Call && theirCall instanceof Call,
        oneClass: theirs instanceof ArgumentError,
        toolsToo: ofTool instanceof ConfigurationError,
        name: theirs.constructor.name,
        guard: isServiceError(theirs),
      }),
    );
    await v21.close();
    await v3.close();
  } finally {
    await sandbox.close();
  }
}
