// `make demo`: both calls over both SOAP versions, by the built command against the sandbox, and the exchange of one of them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startSandbox } from "employee-service-client/sandbox";

const sandbox = await startSandbox();
try {
  for (const soapVersion of ["1.1", "1.2"]) {
    await run(soapVersion, "cost-centers", "1003");
    await run(soapVersion, "addresses", "1006", "--period", "11", "--year", "2026");
  }
  await run("1.1", "call", "CostCenter_GetCurrent", "--EmployeeId", "1003", "--verbose", "--json");
} finally {
  await sandbox.close();
}

async function run(soapVersion, ...words) {
  console.log(`\n$ EMPLOYEE_SERVICE_SOAP_VERSION=${soapVersion} employee-service ${words.join(" ")}`);
  const env = {
    ...process.env,
    EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
    EMPLOYEE_SERVICE_SOAP_VERSION: soapVersion,
    EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
    EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
    EMPLOYEE_SERVICE_DOMAIN: "sandbox",
  };
  const [code] = await once(spawn(process.execPath, ["dist/cli/main.js", ...words], { env, stdio: "inherit" }), "exit");
  if (code !== 0) process.exitCode = 1;
}
