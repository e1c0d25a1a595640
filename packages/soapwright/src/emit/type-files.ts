import {
  type ClientModel,
  homeNamespaces,
  type Model,
  NameScope,
  namespaceWords,
  reachOrder,
  type TypeId,
  type TypeModel,
  typeNamespaces,
} from "soapwright-contract";
import { kebabCase } from "../name-cases";
import type { EmitOptions } from "./emit-options";
import { typeExports } from "./index-file";
import { moduleLink, type Statements } from "./module-links";
import { emitTypes, typesContext } from "./types-file";

/** File systems limit the length of names, and a namespace may have any length. */
const longestName = 80;

interface NamespaceFile {
  /** Without extension: `types-orders`. */
  readonly name: string;
  readonly types: readonly TypeModel[];
  readonly clients: readonly ClientModel[];
}

/** Yields the files of types: with `split`, each namespace has a file, and `types.ts` lists the names. */
export function* typeFiles(model: Model, options: EmitOptions): Generator<[name: string, statements: Statements]> {
  const context = typesContext(model);
  const files = options.split === undefined ? [] : namespaceFiles(model);
  if (files.length === 0) {
    yield ["types.ts", emitTypes(model, context, options)];
    return;
  }
  const fileOf = new Map(files.flatMap(({ name, types }) => types.map(({ id }) => [id, name] as const)));
  for (const { name, types, clients } of files) {
    const imports = (named: ReadonlyMap<string, TypeId>) => importsOf(named, name, fileOf, options.extension);
    yield [`${name}.ts`, emitTypes({ types, clients, imports }, context, options)];
  }
  const exportsOf = ({ name, types, clients }: NamespaceFile) => {
    const headers = clients.map(({ headersName }) => headersName);
    return typeExports(`./${name}${options.extension}`, types, headers);
  };
  yield ["types.ts", files.flatMap(exportsOf)];
}

/**
 * File names follow the order in which operations reach the namespaces, so that a new namespace renames no earlier
 * file.
 */
function namespaceFiles(model: Model): NamespaceFile[] {
  const namespaces = typeNamespaces(model);
  const byNamespace = new Map<string, { readonly types: TypeModel[]; readonly clients: ClientModel[] }>();
  const placeOf = (namespace: string) => {
    const place = byNamespace.get(namespace) ?? { types: [], clients: [] };
    byNamespace.set(namespace, place);
    return place;
  };
  for (const home of homeNamespaces(model)) placeOf(home);
  const reached = reachOrder(model);
  const inOrder = [...model.types].sort((a, b) => (reached.get(a.id) ?? Infinity) - (reached.get(b.id) ?? Infinity));
  for (const { id } of inOrder) placeOf(namespaces.get(id)!);
  for (const type of model.types) placeOf(namespaces.get(type.id)!).types.push(type);
  for (const client of model.clients)
    if (client.headers.length > 0) placeOf(client.targetNamespace).clients.push(client);
  const scope = new NameScope();
  return [...byNamespace].flatMap(([namespace, { types, clients }]) => {
    if (types.length === 0 && clients.length === 0) return [];
    const names = namespaceWords(namespace).map((word) => `types-${kebabCase(word)}`.slice(0, longestName));
    return [{ name: scope.take(names.find((name) => !scope.has(name)) ?? names.at(-1)!), types, clients }];
  });
}

function importsOf(
  named: ReadonlyMap<string, TypeId>,
  importer: string,
  fileOf: ReadonlyMap<TypeId, string>,
  extension: string,
): Statements {
  const names = new Map<string, string[]>();
  for (const [name, id] of named) {
    const file = fileOf.get(id);
    if (file === undefined || file === importer) continue;
    const fromFile = names.get(file) ?? [];
    fromFile.push(name);
    names.set(file, fromFile);
  }
  const files = [...names.keys()].sort();
  return files.flatMap((file) => moduleLink("import type", names.get(file)!.sort(), `./${file}${extension}`));
}
