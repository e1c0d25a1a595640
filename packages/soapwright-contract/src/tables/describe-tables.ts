/** The tables of types, operations and services, as calls of the table builders. */
import type { ServiceNode, XmlElement } from "soapwright-runtime/tables";
import type {
  AlternativeModel,
  AnyAttributeModel,
  AttachmentModel,
  ClientModel,
  ElementModel,
  GroupModel,
  MessageModel,
  OperationModel,
  ParticleModel,
  PartModel,
  PortModel,
  Presence,
  SimpleDefinition,
  TypeId,
  TypeModel,
  ValueType,
} from "../model/model";
import type { RuntimeValueName } from "../model/names/reserved";
import { visitType } from "../model/walk";
import type { QName } from "../xml/xml";
import type { AttributeWildcard, NameTest, XPathPath } from "../xsd/components";
import {
  BuilderCall,
  ListedValues,
  NameCode,
  NamespaceCall,
  OperationReference,
  RuntimeValue,
  type TableCode,
  TypeReference,
} from "./table-code";

function call(builder: RuntimeValueName, ...items: TableCode[]): BuilderCall {
  return new BuilderCall(builder, items);
}

function nameOf(name: QName | undefined): TableCode {
  return name && new NameCode(name);
}

export function typeTable(type: TypeModel): TableCode {
  return visitType<TableCode>(type, {
    complex: ({ base, qname, abstract, parts }) => {
      const inherited = base === undefined ? [] : [call("extension", new TypeReference(base))];
      return call(abstract ? "abstractType" : "complexType", nameOf(qname), [...inherited, ...parts.map(partTable)]);
    },
    simple: ({ definition, id }) => definitionTable(definition, id),
    polymorphic: ({ alternatives }) => call("polymorphic", alternatives.map(alternativeTable)),
    soapArray: ({ qname, item, itemType, dimensions }) =>
      call("soapArray", nameOf(qname), valueTable(item), new NameCode(itemType), ...(dimensions ? [dimensions] : [])),
  });
}

function alternativeTable({ label, declared, wrapped, element, xsiType, type }: AlternativeModel): TableCode {
  const names = declared ? [] : [{ element: nameOf(element), xsiType: nameOf(xsiType) }];
  return call(`${declared ? "declared" : "variant"}${wrapped ? "Value" : ""}`, label, valueTable(type), ...names);
}

function valueTable(value: ValueType): TableCode {
  switch (value.of) {
    case "builtIn":
      return new RuntimeValue(builtInConstant(value));
    case "type":
      return new TypeReference(value.id);
    case "inline":
      return definitionTable(value.definition);
    case "anyType":
      return new RuntimeValue("anyType");
    case "anySimple":
      return new RuntimeValue("xsAnySimpleType");
    case "nillable":
    case "open":
    case "orDate":
      return call(value.of, valueTable(value.type));
  }
}

/** Each built-in type is a constant, for example `xsString`, so that a bundle contains only constants that it uses. */
function builtInConstant({ name, as }: Extract<ValueType, { of: "builtIn" }>): `xs${string}` {
  const form = as === undefined ? "" : as === "number" ? "Number" : "String";
  return `xs${name[0]!.toUpperCase()}${name.slice(1)}${form}`;
}

/** `id`: the named type, which exports a list of its enumeration values. */
function definitionTable(simple: SimpleDefinition, id?: TypeId): TableCode {
  const { qname, variety, values } = simple;
  const name = nameOf(qname);
  if (simple.refersToPart === true) return call("partReference", name);
  const facets = facetsTable(simple);
  switch (variety.of) {
    case "restriction": {
      const base = valueTable(variety.base);
      if (values === undefined) return call("restriction", name, base, ...facets);
      const listed = values.map(({ value }) => value);
      return call("enumeration", name, base, id === undefined ? listed : new ListedValues(id, listed), ...facets);
    }
    case "list":
      return call("simpleList", name, valueTable(variety.item));
    case "union":
      return call("union", name, variety.members.map(valueTable));
  }
}

function facetsTable({ facets }: SimpleDefinition): TableCode[] {
  if (Object.keys(facets).length === 0) return [];
  return ["patterns" in facets ? call("patterned", facets) : facets];
}

function partTable(part: PartModel): TableCode {
  switch (part.kind) {
    case "attribute": {
      const builder = part.presence === "required" ? "attribute" : "optionalAttribute";
      const items = [part.key, valueTable(part.type), ...options(renaming(part), constraints(part))];
      return new NamespaceCall(part.name.namespace, builder, items);
    }
    case "simpleContent":
      return call("simpleContent", part.key, valueTable(part.type));
    case "anyAttribute":
      return call("anyAttribute", part.key, part.namespaces, ...options(assessmentOf(part)));
    case "mixed":
      return call("mixed", part.key, part.particles.map(particleTable));
    default:
      return particleTable(part);
  }
}

/** The global attributes that `strict` checks, and whether it accepts others. */
function assessmentOf({ component, declared }: AnyAttributeModel): Options {
  if (component.processContents === "skip") return { process: "skip" };
  return {
    process: component.processContents === "strict" ? "strict" : undefined,
    declared: declared.length === 0 ? undefined : declared.map(partTable),
  };
}

function processOf({ processContents }: AttributeWildcard): TableCode {
  return processContents === "skip" ? "skip" : undefined;
}

function particleTable(particle: ParticleModel): TableCode {
  switch (particle.kind) {
    case "element":
      return elementTable(particle);
    case "any": {
      const isList = particle.max > 1;
      const builder = named(isList ? "anyList" : "any", particle.presence);
      const { open } = particle.component;
      const how = { process: processOf(particle.component), open: open === "interleave" || undefined };
      const more = isList ? options(occurrence(particle), how) : options(how);
      return call(builder, particle.key, particle.namespaces, ...more);
    }
    case "repeated": {
      const builder = named("repeated", particle.presence);
      return call(builder, particle.key, groupTable(particle.particle), ...options(occurrence(particle)));
    }
    default:
      return groupTable(particle);
  }
}

export function elementTable(element: ElementModel): TableCode {
  const isList = element.max > 1;
  const isRequired = element.presence === "required";
  const builder = isList ? (isRequired ? "list" : "optionalList") : isRequired ? "element" : "optional";
  const identity = identityTable(element.identityConstraints);
  const more = options(renaming(element), constraints(element), isList ? occurrence(element) : {}, { identity });
  return new NamespaceCall(element.name.namespace, builder, [element.key, valueTable(element.type), ...more]);
}

function identityTable(constraints: ElementModel["identityConstraints"]): TableCode {
  if (constraints === undefined) return undefined;
  const all = constraints.map(({ kind, name, selector, fields, refer }) => ({
    kind,
    name: nameOf(name),
    refer: nameOf(refer),
    selector: selector.map(pathTable),
    fields: fields.map((paths) => paths.map(pathTable)),
  }));
  return call("identity", all);
}

function pathTable({ descends, steps, attribute }: XPathPath): TableCode {
  return { descends: descends || undefined, steps: steps.map(testTable), attribute: attribute && testTable(attribute) };
}

function testTable({ namespace, local }: NameTest): TableCode {
  return namespace !== undefined && local !== undefined ? nameOf({ namespace, local }) : { namespace };
}

function groupTable({ kind, loose, optional, particles }: GroupModel): TableCode {
  const isLoose = kind === "choice" && loose;
  const builder = isLoose
    ? optional
      ? "looseOptionalChoice"
      : "looseChoice"
    : optional
      ? named(kind, "optional")
      : kind;
  return call(builder, particles.map(particleTable));
}

function named(
  stem: "any" | "anyList" | "repeated" | "sequence" | "choice" | "all",
  presence: Presence,
): RuntimeValueName {
  if (presence === "required") return stem;
  return `optional${`${stem.charAt(0).toUpperCase()}${stem.slice(1)}` as Capitalize<typeof stem>}`;
}

type Options = { readonly [option: string]: TableCode };

function options(...all: readonly Options[]): TableCode[] {
  const present: { [option: string]: TableCode } = {};
  let hasOne = false;
  for (const each of all) {
    for (const name in each) {
      if (each[name] === undefined) continue;
      present[name] = each[name];
      hasOne = true;
    }
  }
  return hasOne ? [present] : [];
}

function renaming({ key, name }: { readonly key: string; readonly name: QName }): Options {
  return { name: key === name.local ? undefined : name.local };
}

function constraints(part: Pick<ElementModel, "default" | "fixed" | "mediaType">): Options {
  return { default: part.default, fixed: part.fixed, mediaType: part.mediaType };
}

function occurrence({ min, max }: { readonly min: number; readonly max: number }): Options {
  return { min: min === 0 ? undefined : min, max: max === Infinity ? undefined : max };
}

/** `isReferring`: whether a message has values that refer to MIME parts. */
export function operationTable(operation: OperationModel, isReferring: (message: MessageModel) => boolean): TableCode {
  const { name, method, style, use, outputUse, safe, soapAction, input, output, faults } = operation;
  const { action, messageNames, mtom, anonymous } = operation;
  return call(output === undefined ? "oneWay" : "operation", {
    name,
    method,
    style,
    use,
    outputUse,
    soapAction: new Map(Object.entries(soapAction)),
    soapActionRequired: operation.soapActionRequired || undefined,
    safe,
    input: messageTable(input, isReferring),
    output: output && messageTable(output, isReferring),
    faults: faults.map((fault) => call("fault", fault.name, elementTable(fault.detail))),
    action: action && { ...action, faults: action.faults && new Map(Object.entries(action.faults)) },
    messageNames,
    mtom,
    anonymous,
  });
}

function messageTable(message: MessageModel, isReferring: (message: MessageModel) => boolean): TableCode {
  const { body, unwrap, list, headers, attachments } = message;
  const isAttached = attachments.length > 0;
  const table = call(
    list ? "listMessage" : "message",
    body.map(elementTable),
    unwrap,
    ...(headers.length === 0 && !isAttached ? [] : [headers.map(elementTable)]),
    ...(isAttached ? [attachments.map(attachmentTable)] : []),
  );
  return isReferring(message) ? call("referring", table) : table;
}

function attachmentTable(element: AttachmentModel): TableCode {
  return call("attached", elementTable(element), ...element.contentTypes);
}

/** `contract`: the source of the tables. `isEncoded`: whether messages of the model need the SOAP encoding. */
export function serviceTable(client: ClientModel, contract: ServiceNode["contract"], isEncoded: boolean): TableCode {
  const { name, targetNamespace, portType, ports, operations } = client;
  return call("serviceOf", {
    name,
    targetNamespace,
    portType: new NameCode(portType),
    contract: contract && { sha256: contract.sha256, version: contract.version, date: contract.date },
    ports: ports.map(portTable),
    operations: operations.map(({ constant }) => new OperationReference(constant)),
    soapEncoding: isEncoded ? new RuntimeValue("soapEncoding") : undefined,
    checkPolicy: ports.some(({ policy }) => policy) ? new RuntimeValue("checkPolicy") : undefined,
  });
}

function portTable({ name, soapVersion, address, addressing, policy }: PortModel): TableCode {
  return {
    name,
    soapVersion,
    address,
    addressing: addressing && {
      version: addressing.version,
      required: addressing.required,
      anonymous: addressing.anonymous,
      referenceParameters: addressing.referenceParameters?.map(treeTable),
    },
    policy: policy && {
      alternatives: policy.alternatives,
      operations: policy.operations && new Map(Object.entries(policy.operations)),
      plans: policy.plans.map(plainTable),
      operationPlans:
        policy.operationPlans &&
        new Map(Object.entries(policy.operationPlans).map(([name, plans]) => [name, plans.map(plainTable)])),
      needs: Object.fromEntries(
        Object.entries(policy.needs).map(([need, { words, option, remedy, asserted }]) => [
          need,
          { words, option, remedy, asserted },
        ]),
      ),
    },
  };
}

/** Returns the table of plain data, which JSON can represent. */
function plainTable(value: object): TableCode {
  return JSON.parse(JSON.stringify(value)) as TableCode;
}

function treeTable({ name, attributes, children }: XmlElement): TableCode {
  const nameTable = ({ namespace, local }: QName): TableCode => ({ namespace, local });
  return {
    name: nameTable(name),
    attributes: attributes.map((each) => ({ name: nameTable(each.name), value: each.value })),
    children: children.map((child) => (typeof child === "string" ? child : treeTable(child))),
  };
}
