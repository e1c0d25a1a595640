/** What makes `employee-service` the command of this service; `soapwright-cli` has the rest. */
import { Option } from "commander";
import { int32, ServiceCommand, type ServiceProduct } from "soapwright-cli";
import { documentedVersions } from "../../generated/versions";
import { ownFile } from "../service/own-files";
import { ownVersion } from "./own-version";
import { addSandboxCommand } from "./sandbox-command";
import { addShortNames } from "./short-names";

export const employeeProduct: ServiceProduct = {
  name: "employee-service",
  version: ownVersion(),
  title: "employee service",
  versions: documentedVersions,
  clients: async () => (await import("../../generated/clients")).clients,
  queuePrefix: "employee-service-client",
  shortNames: { "cost-centers": "CostCenter_GetCurrent", addresses: "Address_GetList" },
  operationWords: "cost-centers, addresses, or any operation by its name",
  examples: {
    export: [
      "export cost-centers --ids staff.csv --out cost-centers.csv",
      "export addresses --ids 1001-1006 --period 11 --year 2026 --out addresses.parquet --timeout 1m",
      "export cost-centers --ids staff.csv --to postgres://user@host/database --queue redis://host:6379",
    ],
    doctor: ["doctor --employee-id 1003", "doctor --interface v3 --timeout 30s", "doctor --json --fail-on error"],
  },
  faultHint: "Check the employee, and the credentials and the base URL in the environment.",
  subject: {
    argument: "EmployeeId",
    option: new Option(
      "--employee-id <number>",
      "the employee to read, once for each version (default: 0, who does not exist)",
    ).argParser(int32),
  },
  wsdlOf: (file) => ownFile("wsdl", file),
  startSandbox: async () => (await import("./run-sandbox")).startSandbox({ keepAlive: true }),
  commands: [addShortNames],
  ownCommands: [addSandboxCommand],
};

/** The service and its operations, as the command and the data of the sandbox take them. */
export const employeeService = new ServiceCommand(employeeProduct);
