import { expandedName } from "../../xml/xml";
import type { ClientModel, DocumentModel, ElementModel, Model, OperationModel } from "../model";
import type { ModelOptions } from "../model-options";
import { type PropertyNames, propertyNames } from "../names/chosen-names";
import { apiName, camelCase, identifierOf, NameScope, streamApiName } from "../names/identifiers";
import { reservedConstants, reservedMembers, reservedNames, SERVICE_CONSTANT } from "../names/reserved";

/** Names classes, methods, constants of tables, and properties of header blocks. Runs after the naming of types. */
export function nameClients(model: Model, options: ModelOptions = {}): Model {
  const names = new NameScope([...reservedNames, ...model.types.map(({ name }) => name)]);
  const constants = new NameScope([...reservedConstants, ...model.types.map(({ name }) => name)]);
  // Classes come first, so that names derived from a class do not displace another class.
  const classNames = model.clients.map(({ name }) => {
    const wanted = options.className ?? identifierOf(name);
    return names.take(names.has(wanted) ? `${wanted}Client` : wanted);
  });
  return {
    ...model,
    clients: model.clients.map((client, index) =>
      nameClient(client, classNames[index] ?? "", names, constants, model.clients.length, options),
    ),
    documents: model.documents && nameDocuments(model.documents, constants),
  };
}

function nameDocuments(documents: readonly DocumentModel[], constants: NameScope): readonly DocumentModel[] {
  return documents.map((document) => ({
    ...document,
    constant: constants.take(`${camelCase(document.element.name.local)}Element`),
  }));
}

function nameClient(
  client: ClientModel,
  className: string,
  names: NameScope,
  constants: NameScope,
  count: number,
  options: ModelOptions,
): ClientModel {
  const properties = propertyNames(options);
  const headers = nameHeaders(client.headers, properties);
  const keys = new Map(headers.map((header) => [expandedName(header.name), header.key]));
  const methods = new NameScope(reservedMembers);
  const named = (elements: readonly ElementModel[]): ElementModel[] =>
    elements.map((element) => ({ ...element, key: keys.get(expandedName(element.name)) ?? element.key }));
  return {
    ...client,
    className,
    headersName: names.take(`${className}Headers`),
    apiName: names.take(apiName(className)),
    streamApiName: names.take(streamApiName(className)),
    constant: count === 1 ? SERVICE_CONSTANT : constants.take(`${camelCase(client.name)}Service`),
    headers,
    operations: client.operations.map((operation): OperationModel => {
      const chosen = options.names?.operations?.get(operation.overload ?? operation.name)?.name;
      const isStreamed = operation.output?.list === "elements";
      const method = memberName(chosen ?? camelCase(nameOf(operation)), methods, isStreamed);
      const constant = constants.take(constants.has(method) ? `${method}Operation` : method);
      const input = { ...operation.input, headers: named(operation.input.headers) };
      const output = operation.output && {
        ...operation.output,
        headers: nameHeaders(operation.output.headers, properties),
      };
      return { ...operation, method, constant, input, ...(output !== undefined && { output }) };
    }),
  };
}

/** Names an overload after its input (ASP.NET's `MessageName`), so that a further overload does not change the name. */
function nameOf({ name, overload }: OperationModel): string {
  if (overload === undefined) return name;
  const [word = name] = /^.[a-z]*/u.exec(name) ?? [];
  return overload.toLowerCase().startsWith(word.toLowerCase()) ? overload : `${name}_${overload}`;
}

/** Reserves the name of the stream as well, which is free where there is a stream. */
function memberName(wanted: string, methods: NameScope, isStreamed: boolean): string {
  const isReserved = reservedMembers.includes(wanted);
  const stem = isReserved ? `${wanted}_` : wanted;
  let name = methods.take(stem);
  while (isStreamed && methods.has(`${name}Stream`)) name = methods.take(stem);
  methods.reserve(`${name}Stream`);
  return name;
}

function nameHeaders(headers: readonly ElementModel[], names: PropertyNames): ElementModel[] {
  const scope = new NameScope();
  return headers.map((header) => ({ ...header, key: scope.take(names.element(header.name)) }));
}
