/** The JSON schema of the sandbox's data files, derived from the tables: editors check a file with it. */

import type { ServiceCommand } from "soapwright-cli";
import { type Place, resultType } from "soapwright-cli";
import {
  compileSimple,
  complexTypeOf,
  enumerationOf,
  isNillable,
  type NodeRef,
  propertiesOf,
  type SimpleNode,
  simpleTypeOf,
} from "soapwright-runtime/codecs";

type Schema = { readonly [keyword: string]: unknown };

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

/** Every editor supports draft 7. */
export function dataSchema(service: ServiceCommand): Schema {
  const types = new TypeSchemas();
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Data of the sandbox of the employee service",
    ...closed({ $schema: { type: "string" }, employees: { type: "array", items: employee(service, types) }, results }, [
      "employees",
    ]),
    definitions: types.definitions,
  };
}

function employee(service: ServiceCommand, types: TypeSchemas): Schema {
  const costCenter = itemOf(service, "CostCenter_GetCurrent", types);
  const address = itemOf(service, "Address_GetList", types);
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

/** A nil item is null. Any value is allowed if no version has the operation. */
function itemOf(service: ServiceCommand, operation: string, types: TypeSchemas): Schema {
  const [callable] = service.operationsCalled(operation);
  const type = callable === undefined ? undefined : resultType(callable.operation);
  return type === undefined ? {} : orNull(types.of(type));
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

/** Records are definitions, because they may be recursive. */
class TypeSchemas {
  readonly definitions: { [name: string]: Schema } = {};
  readonly #names = new Map<object, string>();

  of(ref: NodeRef): Schema {
    const type = simpleTypeOf(ref);
    const schema = type === undefined ? this.#record(ref) : simpleSchema(type);
    return isNillable(ref) ? orNull(schema) : schema;
  }

  #record(ref: NodeRef): Schema {
    const node = complexTypeOf(ref);
    // The sandbox checks any content, and types derived from one another, at its start.
    if (node === undefined) return {};
    const definition = this.#names.get(node);
    if (definition !== undefined) return { $ref: `#/definitions/${definition}` };
    const name = this.#nameFor(node.name?.local ?? "Record");
    this.#names.set(node, name);
    const properties = propertiesOf(node);
    const places = properties.filter((property): property is Place => property.type !== undefined);
    this.definitions[name] = {
      type: "object",
      properties: Object.fromEntries(places.map((place) => [place.key, this.#place(place)])),
      required: places.filter(({ required }) => required).map(({ key }) => key),
      ...(places.length < properties.length ? {} : { additionalProperties: false }),
    };
    return { $ref: `#/definitions/${name}` };
  }

  #place({ type, list }: Place): Schema {
    const schema = this.of(type);
    return list ? { type: "array", items: schema } : schema;
  }

  #nameFor(wanted: string): string {
    let name = wanted;
    for (let n = 2; Object.hasOwn(this.definitions, name); n++) name = `${wanted}${n}`;
    this.definitions[name] = {};
    return name;
  }
}

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  byte: [-128, 127],
  short: [-32768, 32767],
  int: [-2147483648, 2147483647],
  unsignedByte: [0, 255],
  unsignedShort: [0, 65535],
  unsignedInt: [0, 4294967295],
};

function simpleSchema(node: SimpleNode): Schema {
  const values = enumerationOf(node);
  // A service may send a value that is not listed, and so can the sandbox.
  if (values !== undefined) return { anyOf: [{ enum: values }, { type: "string" }] };
  const [builtIn = "string"] = compileSimple(node).builtIns;
  const range = ranges[builtIn];
  if (range !== undefined) return { type: "integer", minimum: range[0], maximum: range[1] };
  if (builtIn === "boolean") return { type: "boolean" };
  if (builtIn === "decimal") return { type: ["string", "number"], description: 'For example "12.50".' };
  return /^(?:float|double|decimalNumber)$/.test(builtIn)
    ? { type: "number" }
    : /[iI]nteger$|[lL]ong$/.test(builtIn)
      ? { type: "integer" }
      : { type: "string" };
}
