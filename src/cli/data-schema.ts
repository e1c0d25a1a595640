/** The JSON schema of the sandbox's data files, derived from the tables: editors check a file with it. */

import { resultType, type ServiceCommand } from "soapwright-cli";
import { type JsonSchema, jsonSchemaDocument } from "soapwright-runtime/json";

type Schema = JsonSchema;

function closed(properties: Schema, required: readonly string[]): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

function periodOfYear(description: string): Schema {
  const properties = { Year: { type: "integer" }, Period: { type: "integer" } };
  return { description, ...closed(properties, ["Year", "Period"]) };
}

const results: Schema = {
  description:
    "What further operations return, by name of the operation. Operations without a result get an invented one.",
  type: "object",
};

export function dataSchema(service: ServiceCommand): Schema {
  const items = [...recordTypes(service)];
  const { $schema, $defs } = jsonSchemaDocument("", items, undefined, { numbers: true });
  const referTo = (operation: string): Schema =>
    // Any value is allowed if no version has the operation.
    items.some(({ name }) => name === operation) ? { $ref: `#/$defs/${operation}` } : {};
  return {
    $schema,
    title: "Data of the sandbox of the employee service",
    ...closed({ $schema: { type: "string" }, employees: { type: "array", items: employee(referTo) }, results }, [
      "employees",
    ]),
    $defs: $defs,
  };
}

/** The records as clients read them: a service may send a value that is not listed, and so can the sandbox. */
function* recordTypes(service: ServiceCommand) {
  for (const name of ["CostCenter_GetCurrent", "Address_GetList"]) {
    const [callable] = service.operationsCalled(name);
    const type = callable === undefined ? undefined : resultType(callable.operation);
    if (type !== undefined) yield { name, type, validation: "standard" } as const;
  }
}

function employee(referTo: (operation: string) => Schema): Schema {
  const costCenter = referTo("CostCenter_GetCurrent");
  const address = referTo("Address_GetList");
  const addressRecord = {
    from: periodOfYear("The first period in which the address is active. Default: always."),
    until: periodOfYear("The last period in which the address is active. Default: always."),
    address,
  };
  const properties = {
    id: { description: "The employee's number: EmployeeId of the operations.", type: "integer" },
    costCenters: {
      description: "What CostCenter_GetCurrent returns. null: no list at all, which not every contract can carry.",
      type: ["array", "null"],
      items: costCenter,
    },
    addresses: {
      description: "What Address_GetList returns for the requested period.",
      type: ["array", "null"],
      items: closed(addressRecord, ["address"]),
    },
    results,
  };
  return closed(properties, ["id", "costCenters", "addresses"]);
}
