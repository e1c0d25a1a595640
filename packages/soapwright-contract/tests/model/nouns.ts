/** Builders of model objects for tests. A test passes only the properties that it checks. */
import type {
  ComplexModel,
  ElementModel,
  GroupModel,
  MessageModel,
  Model,
  OperationModel,
  ParticleModel,
  PartModel,
  RepeatedModel,
  SimpleModel,
  SoapArrayModel,
  TypeModel,
  ValueType,
} from "../../src/model/model";
import type { BindingOperation } from "../../src/wsdl/definitions";
import type { AttributeUse, ComplexType, ModelGroup, SimpleType } from "../../src/xsd/components";

const position = { file: "test.wsdl", line: 1, column: 1 };
const both = { input: true, output: true };

export function typeRef(id: number): ValueType {
  return { of: "type", id };
}
export const int: ValueType = { of: "builtIn", name: "int" };
export const dateTime: ValueType = { of: "builtIn", name: "dateTime" };

export function element(local: string, more: Partial<ElementModel> = {}): ElementModel {
  const name = { namespace: "urn:t", local };
  return { kind: "element", key: local, name, type: int, min: 1, max: 1, presence: "required", typeLabel: "", ...more };
}
export function attribute(local: string): PartModel {
  const component = { kind: "attributeUse" } as unknown as AttributeUse;
  const name = { namespace: "", local };
  return { kind: "attribute", key: "", name, type: int, presence: "optional", typeLabel: "", component };
}
function modelGroup(compositor: ModelGroup["compositor"]): ModelGroup {
  return { kind: "modelGroup", compositor, particles: [], minOccurs: 1, maxOccurs: 1, position };
}
export function group(kind: GroupModel["kind"], particles: ParticleModel[], optional = false): GroupModel {
  return { kind, optional, loose: false, particles, component: modelGroup(kind) };
}
export function repeated(particle: GroupModel, min = 0, max = Infinity): RepeatedModel {
  const presence = min === 0 ? "optional" : "required";
  return { kind: "repeated", key: "", min, max, presence, particle, component: particle.component };
}
export function complex(id: number, parts: PartModel[], more: Partial<ComplexModel> = {}): ComplexModel {
  const naming = { after: "type", local: `T${id}` } as const;
  return { kind: "complex", id, name: `T${id}`, naming, position, direction: both, abstract: false, parts, ...more };
}
export function enumeration(id: number, ...values: string[]): SimpleModel {
  return {
    kind: "simple",
    id,
    name: `E${id}`,
    naming: { after: "type", local: `E${id}` },
    position,
    direction: both,
    definition: {
      variety: { of: "restriction", base: { of: "builtIn", name: "string" } },
      facets: {},
      values: values.map((value) => ({ value })),
    },
    component: {} as SimpleType,
  };
}
export function soapArray(id: number): SoapArrayModel {
  const naming = { after: "type", local: `A${id}` } as const;
  const itemType = { namespace: "urn:t", local: "Item" };
  const component = {} as ComplexType;
  return { kind: "soapArray", id, name: `A${id}`, naming, position, direction: both, item: int, itemType, component };
}
export function message(body: ElementModel[]): MessageModel {
  return { body, unwrap: [], list: false, headers: [], attachments: [] };
}
export function operation(name: string, input: MessageModel, output?: MessageModel): OperationModel {
  return {
    name,
    method: "",
    constant: "",
    style: "document",
    use: "literal",
    soapAction: {},
    soapActionRequired: false,
    safe: false,
    input,
    ...(output === undefined ? {} : { output }),
    faults: [],
    component: {} as BindingOperation,
  };
}
export function model(types: TypeModel[], operations: OperationModel[] = []): Model {
  return {
    types,
    clients: [
      {
        className: "",
        headersName: "",
        apiName: "",
        streamApiName: "",
        constant: "",
        name: "Test",
        targetNamespace: "urn:t",
        portType: { namespace: "urn:x", local: "X" },
        position,
        ports: [],
        operations,
        headers: operations.flatMap(({ input }) => input.headers),
      },
    ],
  };
}
export function partsOf({ types }: Model): readonly PartModel[] {
  const [first] = types;
  return first?.kind === "complex" ? first.parts : [];
}
