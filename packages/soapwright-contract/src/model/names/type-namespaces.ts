import type { Model, TypeId, TypeModel } from "../model";
import { typesById } from "../walk";

/** Returns the target namespaces of the services, or of a schema. */
export function homeNamespaces({ clients, documents = [] }: Model): readonly string[] {
  return [
    ...clients.map(({ targetNamespace }) => targetNamespace),
    ...documents.slice(0, 1).map(({ element }) => element.name.namespace),
  ];
}

/** Returns the namespace that declares each type or its owner. Types of messages have the first service's namespace. */
export function typeNamespaces(model: Model): ReadonlyMap<TypeId, string> {
  const types = typesById(model);
  const [home = ""] = homeNamespaces(model);
  const namespaceOf = (type: TypeModel): string => {
    if (type.naming.after === "path") {
      const owner = types.get(type.naming.owner);
      return owner === undefined || owner === type ? home : namespaceOf(owner);
    }
    if ("qname" in type && type.qname !== undefined) return type.qname.namespace;
    const { component } = type;
    if (component === undefined) return home;
    const name = component.name ?? ("owner" in component ? component.owner?.name : undefined);
    return name?.namespace ?? home;
  };
  return new Map(model.types.map((type) => [type.id, namespaceOf(type)]));
}
