// `make demo`: both calls over both SOAP versions, with the built package, against the sandbox.
import { createRequire } from "node:module";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "employee-service-client";
import { startSandbox } from "employee-service-client/sandbox";

const require = createRequire(import.meta.url);
const { columnsOfData, tableText } = require("soapwright-cli");
const { indented } = require("soapwright-sandbox");

const sandbox = await startSandbox();
const exchange = { request: "", response: "" };
console.log(`Sandbox of the employee service at ${sandbox.url}\n`);
try {
  for (const soapVersion of ["1.1", "1.2"]) {
    await showCostCenters(soapVersion);
    await showAddresses(soapVersion);
  }
  const { path, headers } = sandbox.requests[0];
  console.log("The first exchange on the wire, its credentials replaced:\n");
  console.log(`POST ${path}`);
  for (const name of ["host", "content-type", "soapaction", "content-length"]) console.log(`${name}: ${headers[name]}`);
  console.log(`\n${indented(exchange.request)}\n\nHTTP 200\n\n${indented(exchange.response)}`);
} finally {
  await sandbox.close();
}

async function showCostCenters(soapVersion) {
  const credentials = { username: "sandbox-user", token: "sandbox-token" };
  const service = createEmployeeServiceV21({
    baseUrl: sandbox.url,
    soapVersion,
    expose: { envelopes: true },
    ...credentials,
  });
  service.soap.once("request", (envelope) => {
    exchange.request ||= Object.values(credentials).reduce((text, secret) => text.replaceAll(secret, "***"), envelope);
  });
  service.soap.once("response", (envelope) => {
    exchange.response ||= envelope;
  });
  const costCenters = await service.costCenterGetCurrent({ EmployeeId: 1003 });
  await service.close();
  console.log(`CostCenter_GetCurrent of employee 1003, version 2.1, SOAP ${soapVersion}`);
  console.log(await tableText(columnsOfData(costCenters), costCenters));
}

async function showAddresses(soapVersion) {
  const service = createEmployeeServiceV3({ baseUrl: sandbox.url, soapVersion, domain: "sandbox" });
  const addresses = await service.addressGetList({ EmployeeId: 1006, Period: 11, Year: 2026 });
  await service.close();
  console.log(`Address_GetList of employee 1006, period 11 of 2026, version 3, SOAP ${soapVersion}`);
  console.log(await tableText(columnsOfData(addresses), addresses));
}
