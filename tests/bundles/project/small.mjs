// A client of one version, with the address of its service as the only argument.
import { createEmployeeServiceV3 } from "employee-service-client/v3";

async function main() {
  const client = createEmployeeServiceV3({ baseUrl: process.argv[2], domain: "sandbox" });
  const addresses = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
  console.log(JSON.stringify({ addresses: addresses.length }));
  await client.close();
}

void main();
