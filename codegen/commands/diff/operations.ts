/** Services, ports and operations of two WSDLs side by side. */
import type { BindingMessage, BindingOperation, Definitions, Part, Port } from "../../wsdl/definitions";
import { operationsOf } from "../instances/roots";
import { operationWords, typeWords } from "../type-words";
import type { Changes, Directions } from "./change";
import type { TypeComparison } from "./types";

const written: Directions = { written: true, read: false };
const read: Directions = { written: false, read: true };

export function compareServices(old: Definitions, now: Definitions, changes: Changes): void {
  for (const service of old.services) {
    const other =
      now.services.find(({ name }) => name.local === service.name.local) ??
      (old.services.length === 1 && now.services.length === 1 ? now.services[0] : undefined);
    const { local } = service.name;
    if (!other) {
      changes.breaking(local, "service removed", "callers");
      continue;
    }
    if (other.name.local !== local)
      changes.breaking(
        local,
        `service ${local} -> ${other.name.local}`,
        "TypeScript users",
        "the same on the wire, another class name",
      );
    changes.documentation(local, service.documentation, other.documentation);
    comparePorts(local, service.ports, other.ports, changes);
  }
  for (const { name } of now.services) {
    const isKnown =
      old.services.some((service) => service.name.local === name.local) ||
      (old.services.length === 1 && now.services.length === 1);
    if (!isKnown) changes.compatible(name.local, "service added");
  }
}

function comparePorts(service: string, old: readonly Port[], now: readonly Port[], changes: Changes): void {
  const versions = (ports: readonly Port[]): Set<string> => new Set(ports.map(({ binding }) => binding.soapVersion));
  for (const version of versions(old))
    if (!versions(now).has(version)) changes.breaking(service, `SOAP ${version} removed`, "callers");
  for (const version of versions(now))
    if (!versions(old).has(version)) changes.compatible(service, `SOAP ${version} added`);
  for (const port of old) {
    const other =
      now.find(({ name }) => name === port.name) ??
      now.find(({ binding }) => binding.soapVersion === port.binding.soapVersion);
    if (!other) {
      changes.compatible(`${service}.${port.name}`, "port removed");
      continue;
    }
    if (port.address !== other.address)
      changes.compatible(
        `${service}.${port.name}`,
        `address ${port.address} -> ${other.address}`,
        "callers can name the endpoint",
      );
    if (port.binding.transport !== other.binding.transport)
      changes.breaking(
        `${service}.${port.name}`,
        `transport ${port.binding.transport} -> ${other.binding.transport}`,
        "callers",
      );
  }
}

/** Operations by name; overloads by the names of their inputs, or in their order. */
export function compareOperations(old: Definitions, now: Definitions, types: TypeComparison, changes: Changes): void {
  const [before, after] = [keyed(old), keyed(now)];
  for (const [key, bound] of before) {
    const other = after.get(key);
    if (other) new OperationComparison(bound, other, types, changes).compare(old, now);
    else changes.breaking(operationWords(bound.operation), "operation removed", "callers");
  }
  for (const [key, { operation }] of after)
    if (!before.has(key)) changes.compatible(operationWords(operation), "operation added");
}

function keyed(definitions: Definitions): Map<string, BindingOperation> {
  const counts = new Map<string, number>();
  return new Map(
    operationsOf(definitions).map((bound) => {
      const name = operationWords(bound.operation);
      const number = (counts.get(name) ?? 0) + 1;
      counts.set(name, number);
      return [`${name} ${number}`, bound];
    }),
  );
}

class OperationComparison {
  readonly #where: string;

  constructor(
    private readonly old: BindingOperation,
    private readonly now: BindingOperation,
    private readonly types: TypeComparison,
    private readonly changes: Changes,
  ) {
    this.#where = operationWords(old.operation);
  }

  compare(oldDefinitions: Definitions, newDefinitions: Definitions): void {
    const { old, now, changes } = this;
    const where = this.#where;
    changes.documentation(
      where,
      old.operation.documentation ?? old.documentation,
      now.operation.documentation ?? now.documentation,
    );
    if (old.style !== now.style || old.input.use !== now.input.use)
      changes.breaking(where, `${old.style}/${old.input.use} -> ${now.style}/${now.input.use}`, "callers");
    if ((old.output === undefined) !== (now.output === undefined))
      changes.breaking(where, now.output ? "answers from now on" : "one-way from now on", "callers");
    if (old.operation.safe !== now.operation.safe)
      changes.compatible(where, now.operation.safe ? "safe to repeat from now on" : "not safe to repeat any more");
    for (const version of ["1.1", "1.2"] as const) {
      const [before, after] = [actionOf(oldDefinitions, old, version), actionOf(newDefinitions, now, version)];
      if (before !== undefined && after !== undefined && before !== after)
        changes.breaking(
          where,
          `SOAPAction of SOAP ${version} "${before}" -> "${after}"`,
          "callers",
          "clients in use send the old one",
        );
    }
    this.#message(old.input, now.input, written);
    if (old.output && now.output) this.#message(old.output, now.output, read);
    this.#faults();
  }

  #message(old: BindingMessage, now: BindingMessage, directions: Directions): void {
    const where = `${this.#where}${directions.written ? "" : " result"}`;
    if (this.old.style === "rpc" && old.namespace !== now.namespace)
      this.changes.breaking(where, `namespace ${old.namespace} -> ${now.namespace}`, "callers");
    this.#parts(old.parts, now.parts, where, directions);
    const parts = (message: BindingMessage): Part[] => message.headers.map(({ part }) => part);
    this.#headers(parts(old), parts(now), where, directions);
  }

  #parts(old: readonly Part[], now: readonly Part[], where: string, directions: Directions): void {
    for (const [at, part] of old.entries()) {
      const other = this.old.style === "rpc" ? now.find(({ name }) => name === part.name) : now[at];
      const place = this.old.style === "rpc" ? `${where}.${part.name}` : where;
      if (!other)
        this.changes.judged(place, `${partWords(part)} removed`, directions, { writers: true, readers: true });
      else this.#part(part, other, place, directions);
    }
    for (const [at, part] of now.entries()) {
      const isKnown = this.old.style === "rpc" ? old.some(({ name }) => name === part.name) : at < old.length;
      if (!isKnown) this.changes.judged(where, `${partWords(part)} added`, directions, { writers: true });
    }
  }

  #part(old: Part, now: Part, where: string, directions: Directions): void {
    if (old.of === "element" && now.of === "element") {
      if (old.element.name.local !== now.element.name.local) {
        const what = `element ${old.element.name.local} -> ${now.element.name.local}`;
        this.changes.judged(where, what, directions, { writers: true, readers: true });
      }
      this.types.elements(old.element, now.element, old.element.name.local, directions);
    } else if (old.of === "type" && now.of === "type") this.types.types(old.type, now.type, where, directions);
    else
      this.changes.judged(where, `${partWords(old)} -> ${partWords(now)}`, directions, {
        writers: true,
        readers: true,
      });
  }

  #headers(old: readonly Part[], now: readonly Part[], where: string, directions: Directions): void {
    for (const part of old) {
      const other = now.find((each) => partName(each) === partName(part));
      if (other) this.#part(part, other, where, directions);
      else this.changes.judged(where, `header ${partName(part)} removed`, directions, { writers: true, readers: true });
    }
    for (const part of now) {
      if (old.some((each) => partName(each) === partName(part))) continue;
      this.changes.judged(where, `header ${partName(part)} added`, directions, {
        writers: true,
        why: "the service may ask for it",
      });
    }
  }

  #faults(): void {
    for (const { fault } of this.old.faults) {
      const other = this.now.faults.find((each) => each.fault.name === fault.name)?.fault;
      const where = `${this.#where} fault ${fault.name}`;
      if (!other) {
        this.changes.breaking(where, "fault removed", "TypeScript users", "the same on the wire");
        continue;
      }
      this.changes.documentation(where, fault.documentation, other.documentation);
      const [before, after] = [fault.message.parts[0], other.message.parts[0]];
      if (before && after) this.#part(before, after, where, read);
    }
    for (const { fault } of this.now.faults) {
      if (!this.old.faults.some((each) => each.fault.name === fault.name))
        this.changes.compatible(`${this.#where} fault ${fault.name}`, "fault added");
    }
  }
}

function actionOf(definitions: Definitions, bound: BindingOperation, version: "1.1" | "1.2"): string | undefined {
  const bindings = definitions.services.flatMap(({ ports }) => ports.map(({ binding }) => binding));
  const same = bindings.filter(({ soapVersion }) => soapVersion === version).flatMap(({ operations }) => operations);
  return same.find(({ operation }) => operation === bound.operation)?.soapAction;
}

function partName(part: Part): string {
  return part.of === "element" ? part.element.name.local : part.name;
}

function partWords(part: Part): string {
  return part.of === "element"
    ? `element ${part.element.name.local}`
    : `part ${part.name} of type ${typeWords(part.type)}`;
}
