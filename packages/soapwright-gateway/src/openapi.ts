/** The OpenAPI 3.1 document of what a gateway serves. Its schemas are those of `jsonSchemaDocument`. */

import type { ServiceClient, ValidationMode } from "soapwright-runtime";
import { contentOf, type MessageNode, madeElement } from "soapwright-runtime/codecs";
import { partsOf } from "soapwright-runtime/http";
import {
  type Json,
  type JsonSchema,
  jsonSchemaDocument,
  type NamedSchema,
  type SchemaTexts,
} from "soapwright-runtime/json";
import { contractOf, type OperationNode } from "soapwright-runtime/tables";
import { ComponentNames } from "./component-names";
import { clientsOf } from "./named-operations";
import { NDJSON } from "./ndjson";
import { type LeftOut, type Served, type ServedOperation, type ServedOptions, servedOperations } from "./operations";
import { defaultStatuses, type StatusTable } from "./problems";
import { titleOf } from "./spaced-name";

/** An OpenAPI document, as an object that JSON.stringify writes. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: OpenApiInfo;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

/** `x-soapwright-contracts` has the digest of each contract. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly license: { readonly name: string; readonly identifier: string };
  readonly "x-soapwright-contracts": readonly {
    readonly service: string;
    readonly version?: string;
    readonly sha256: string;
  }[];
}

export interface OpenApiOptions<C extends ServiceClient = ServiceClient> extends ServedOptions {
  /** The client, or one for each service. */
  readonly client: C | readonly C[];
  /** Title of the document. Default: the names of the services. */
  readonly title?: string | undefined;
  /** Version of the interface. Default: that of the contract, or `1.0.0`. */
  readonly version?: string | undefined;
  /** Texts of the WSDL. Default: none. */
  readonly documentation?: SchemaTexts | undefined;
  /** Returns examples of the arguments and of the result of an operation, as JSON. Default: none. */
  readonly examples?: ((operation: OperationNode) => OperationExamples) | undefined;
  /** Statuses that replace those of `defaultStatuses`. */
  readonly statuses?: Partial<StatusTable> | undefined;
  /** The path that all others are below. Default: none. */
  readonly prefix?: string | undefined;
  /** Whether calls need a bearer token: `token` of the gateway, or its `credentials`. Default: false. */
  readonly bearer?: boolean | undefined;
}

export interface OperationExamples {
  readonly args?: readonly Json[];
  readonly result?: readonly Json[];
}

/**
 * Returns the OpenAPI document of the operations of a client. `x-soapwright-left-out` lists the operations that JSON
 * cannot carry.
 *
 * @throws ConfigurationError for two operations with one path.
 */
export function openApiOf<C extends ServiceClient>(options: OpenApiOptions<C>): OpenApiDocument {
  const clients = clientsOf(options.client);
  return documentOf(servedOperations(clients, options), clients, options);
}

type DocumentOptions = Omit<OpenApiOptions, "client" | "safe" | "path" | "validation">;

export function documentOf(
  served: Served,
  clients: readonly ServiceClient[],
  options: DocumentOptions,
): OpenApiDocument {
  const { documentation, prefix = "", bearer = false } = options;
  const ids = idsOf(served.operations);
  const schemas = new Schemas(served.operations, ids, options);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const each of served.operations) {
    const shared = {
      ...summaryOf(each, documentation?.operations?.[each.operation.name]),
      tags: [each.service.name],
    };
    const id = ids.get(each)!;
    const statusTable = { ...defaultStatuses, ...options.statuses };
    const item = (path: string, suffix: string, form: Form): void => {
      const responses = responsesOf(each, id, schemas, statusTable, form);
      const { query } = each;
      paths[path.split("/").map(encodeURIComponent).join("/")] = {
        ...(query === undefined
          ? {}
          : {
              get: {
                operationId: `${id}${suffix}${GET}`,
                ...shared,
                parameters: query.map(({ key, required }) => ({
                  name: key,
                  in: "query",
                  required,
                  schema: schemas.parameter(id, key),
                })),
                responses,
              },
            }),
        post: {
          operationId: `${id}${suffix}`,
          ...shared,
          requestBody: {
            required: contentOf(each.operation.input).required || !each.takesObject,
            content: { "application/json": { schema: schemas.reference(`${id}.args`) } },
          },
          responses,
        },
      };
    };
    item(each.path, "", "json");
    // A path with two media types in its response has no single type in the clients that are made of the document.
    if (each.linesPath !== undefined) item(each.linesPath, LINES, "lines");
  }
  return {
    openapi: "3.1.1",
    info: infoOf(clients, served.leftOut, options),
    servers: [{ url: prefix === "" ? "/" : prefix }],
    security: bearer ? [{ bearer: [] }] : [],
    tags: [...new Set(clients.map((client) => partsOf(client).service.name))].map((name) => ({
      name,
      description: `Operations of the SOAP service ${name}.`,
    })),
    paths,
    components: {
      schemas: schemas.all,
      ...(bearer ? { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } } : {}),
    },
    ...(served.leftOut.length === 0 ? {} : { "x-soapwright-left-out": served.leftOut }),
  };
}

function infoOf(
  clients: readonly ServiceClient[],
  leftOut: readonly LeftOut[],
  { title, version }: DocumentOptions,
): OpenApiDocument["info"] {
  const contracts = clients.map((client) => {
    const { service } = partsOf(client);
    const { version: own, sha256 } = contractOf(service);
    return { service: service.name, ...(own === undefined ? {} : { version: own }), sha256 };
  });
  const versions = new Set(contracts.flatMap((each) => each.version ?? []));
  const names = contracts.map((each) =>
    each.version === undefined ? each.service : `${each.service} (${each.version})`,
  );
  const what = `Operations of the SOAP ${names.length === 1 ? "service" : "services"} ${names.join(", ")} as JSON.`;
  const lines = leftOut.map(({ operation, reason }) => `- ${operation}: ${reason}`);
  return {
    title: title ?? contracts.map(({ service }) => service).join(", "),
    version: version ?? ([...versions].join(", ") || "1.0.0"),
    // The terms are those of the service's owner, which no WSDL says.
    license: { name: "Terms of the owner of the service", identifier: "LicenseRef-terms-of-the-owner" },
    description: lines.length === 0 ? what : `${what}\n\nThese operations are not served:\n\n${lines.join("\n")}`,
    "x-soapwright-contracts": contracts,
  };
}

/** Texts of the WSDL, or the words of the operation's name. */
function summaryOf(
  { operation, service }: ServedOperation,
  text: string | undefined,
): { readonly summary: string; readonly description: string } {
  if (text === undefined)
    return { summary: titleOf(operation.name), description: `The operation ${operation.name} of ${service.name}.` };
  const [first = ""] = text.split(/(?<=[.!?])\s/, 1);
  return { summary: first, description: text };
}

/** The method of an operation, with the service's name where several services have it. */
function idsOf(operations: readonly ServedOperation[]): ReadonlyMap<ServedOperation, string> {
  const counts = new Map<string, number>();
  for (const { operation } of operations) counts.set(operation.method, (counts.get(operation.method) ?? 0) + 1);
  const names = new ComponentNames();
  return new Map(
    operations.map((each) => {
      const { method } = each.operation;
      const name = counts.get(method) === 1 ? method : `${each.service.name}.${method}`;
      return [each, names.take(name, suffixesOf(each))];
    }),
  );
}

const [LINES, GET] = ["_lines", "_get"];

/** What stands behind the name of an operation in the identifiers of what it is served as. */
function suffixesOf({ query, linesPath }: ServedOperation): readonly string[] {
  const forms = linesPath === undefined ? [""] : ["", LINES];
  return query === undefined ? forms : forms.flatMap((form) => [form, form + GET]);
}

/** The schemas of all operations as components, which share the types of the WSDL. */
class Schemas {
  readonly all: Record<string, JsonSchema> = {};
  readonly problem: JsonSchema;
  readonly #parameters = new Map<string, JsonSchema>();
  readonly #names = new Map<string, string>();

  constructor(
    operations: readonly ServedOperation[],
    ids: ReadonlyMap<ServedOperation, string>,
    { documentation, examples }: DocumentOptions,
  ) {
    const types: NamedSchema[] = [];
    const parameters: NamedSchema[] = [];
    for (const each of operations) {
      const { input, output, faults } = each.operation;
      const { validation } = each;
      const id = ids.get(each)!;
      const made = examples?.(each.operation);
      types.push({ name: `${id}.args`, type: input, examples: made?.args });
      if (output !== undefined) types.push({ name: `${id}.result`, type: output, validation, examples: made?.result });
      if (output !== undefined && each.isList)
        types.push({ name: `${id}.item`, type: contentOf(output).type, validation });
      for (const { name, detail } of faults) types.push({ name: faultName(id, name), type: detail, validation });
      for (const { key, type, list, required } of each.query ?? []) {
        const occurrence = { min: Number(required), max: list ? Number.POSITIVE_INFINITY : 1, array: list };
        const element = madeElement({ namespace: "", local: key }, type, occurrence);
        parameters.push({ name: parameterName(id, key), type: element });
      }
    }
    const { $defs } = jsonSchemaDocument("", [...types, ...parameters], documentation);
    const isParameter = new Set(parameters.map(({ name }) => name));
    const definitions = Object.entries($defs as Readonly<Record<string, JsonSchema>>);
    const free = new ComponentNames();
    const named = definitions.map(([name]) => name).filter((name) => !isParameter.has(name));
    // The types of the contract keep their names, rather than those that are made here.
    const own = new Set(types.map(({ name }) => name));
    for (const name of [...named.filter((each) => !own.has(each)), ...own]) this.#names.set(name, free.take(name));
    for (const [name, schema] of definitions) {
      if (isParameter.has(name)) this.#parameters.set(name, this.#moved(schema));
      // Pages show the title of a schema, and not the name of its component.
      else this.all[this.#names.get(name)!] = { title: name, ...this.#moved(schema) };
    }
    const problem = free.take("Problem");
    this.all[problem] = PROBLEM;
    this.problem = { $ref: `#/components/schemas/${problem}` };
  }

  reference(name: string): JsonSchema {
    return { $ref: `#/components/schemas/${this.#names.get(name)}` };
  }

  parameter(id: string, key: string): JsonSchema {
    return this.#parameters.get(parameterName(id, key))!;
  }

  /** Returns a schema whose references lead to components. */
  #moved(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (keyword === "$ref") return [keyword, this.#target(String(value))];
        if (keyword === "properties")
          return [
            keyword,
            Object.fromEntries(Object.entries(Object(value)).map(([key, each]) => [key, this.#any(each)])),
          ];
        if (keyword === "items" || keyword === "not") return [keyword, this.#any(value)];
        if (keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf")
          return [keyword, (value as readonly unknown[]).map((each) => this.#any(each))];
        return [keyword, value];
      }),
    );
  }

  #any(schema: unknown): unknown {
    return typeof schema === "object" && schema !== null ? this.#moved(schema as JsonSchema) : schema;
  }

  #target(reference: string): string {
    const name = decodeURIComponent(reference.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~");
    return `#/components/schemas/${this.#names.get(name)}`;
  }
}

function faultName(id: string, fault: string): string {
  return `${id}.fault.${fault}`;
}

function parameterName(id: string, key: string): string {
  return `${id}.query.${key}`;
}

/** A result is JSON, or a list as lines of JSON. */
type Form = "json" | "lines";

function responsesOf(
  { operation, validation }: ServedOperation,
  id: string,
  schemas: Schemas,
  statuses: StatusTable,
  form: Form,
): Readonly<Record<string, unknown>> {
  const problem = { "application/problem+json": { schema: schemas.problem } };
  const { output, faults } = operation;
  const declared = faults.map(({ name }) => ({
    properties: {
      fault: { properties: { name: { const: name }, detail: schemas.reference(faultName(id, name)) } },
    },
  }));
  // A fault that the contract does not declare, or none. An empty schema would be one that linters refuse.
  const other = { properties: { fault: { type: "object" } } };
  const failures =
    declared.length === 0 ? schemas.problem : { allOf: [schemas.problem, { anyOf: [...declared, other] }] };
  const success =
    output === undefined
      ? { "202": { description: "The service has the message, to which it does not respond." } }
      : {
          "200": {
            description: form === "lines" ? "The items of the result, one a line." : "The result.",
            content:
              form === "lines"
                ? { [NDJSON]: { schema: schemas.reference(`${id}.item`) } }
                : { "application/json": { schema: schemas.reference(`${id}.result`) } },
          },
          ...(isAlwaysThere(output, validation) ? {} : { "204": { description: "The result is absent." } }),
        };
  return {
    ...success,
    [statuses.ARGUMENT]: { description: "The arguments are wrong: errors has their places.", content: problem },
    [statuses.FAULT]: {
      description: "The service returned a fault, or no response that fits its contract.",
      content: { "application/problem+json": { schema: failures } },
    },
    default: { description: "The call failed.", content: problem },
  };
}

/** Lenient reads a response without the result, too. */
function isAlwaysThere(output: MessageNode, validation: ValidationMode): boolean {
  const { list, unwrap } = output;
  return list === true || unwrap.length < 2 || (contentOf(output).required && validation !== "lenient");
}

const TEXT = { type: "string" };

/** RFC 9457, with the members of `Problem`. */
const PROBLEM: JsonSchema = {
  type: "object",
  title: "Problem",
  description: "Problem details (RFC 9457).",
  properties: {
    type: TEXT,
    title: TEXT,
    status: { type: "integer" },
    detail: TEXT,
    code: TEXT,
    kind: TEXT,
    operation: TEXT,
    requestId: TEXT,
    errors: {
      type: "array",
      items: { type: "object", properties: { pointer: TEXT, detail: TEXT }, required: ["pointer", "detail"] },
    },
    fault: {
      type: "object",
      properties: {
        code: TEXT,
        subcodes: { type: "array", items: TEXT },
        reason: TEXT,
        name: TEXT,
        detail: {},
      },
      required: ["code", "reason"],
    },
  },
  required: ["type", "title", "status", "detail"],
};
