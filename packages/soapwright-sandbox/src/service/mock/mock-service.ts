/** A WSDL as a running service: its tables are created in memory, and the sandbox serves them with generated values. */

import type { DocumentLoader, LoadOptions } from "soapwright-contract";
import {
  buildTables,
  type Diagnostic,
  type DiagnosticReason,
  digest,
  documentationTexts,
  formatDiagnostic,
  loadModel,
} from "soapwright-contract";
import type { ServiceSecurityOptions } from "soapwright-features/security";
import { checkKnown, checkObject } from "soapwright-runtime/extend";
import type { ServiceNode } from "soapwright-runtime/tables";
import { nearNames } from "soapwright-runtime/xsd";
import type { ServiceSignIn } from "../../sign-in/service-sign-in";
import { startServiceSandbox } from "../running-sandbox";
import { isSandboxOption } from "../sandbox-options";
import type { MethodHandler } from "../service-options";
import { contractDocuments } from "./contract-documents";

/** A running mock. */
export interface MockedService {
  /** The base URL. */
  readonly url: string;
  /** Number of requests received. */
  readonly requestCount: number;
  close(): Promise<void>;
}

/** Options of `mockService`: the sandbox's, and how documents are found. */
export interface MockOptions {
  readonly load?: LoadOptions;
  /** Handlers by method; other operations respond with generated values. */
  readonly handlers?: Readonly<Record<string, MethodHandler | undefined>>;
  /** Results as JSON, by name of the operation or of its method; other operations respond with generated values. */
  readonly results?: Readonly<Record<string, unknown>>;
  /** Required security of requests, and signing of responses: options of `createServiceSecurity`. Default: none. */
  readonly security?: ServiceSecurityOptions;
  /** How callers sign in by HTTP. Default: none is required. */
  readonly signIn?: ServiceSignIn | undefined;
  /** Further options of `startServiceSandbox`: `port`, `host`, `strict`, `troubleRules` … */
  readonly sandbox?: Readonly<Record<string, unknown>>;
  /** Called with each diagnostic of the documents, as a line. */
  readonly onDiagnostic?: (line: string, diagnostic: Diagnostic) => void;
}

const NAMES: Readonly<Record<keyof MockOptions, true>> = {
  load: true,
  handlers: true,
  results: true,
  security: true,
  signIn: true,
  sandbox: true,
  onDiagnostic: true,
};

/** The documents define no service, or a handler belongs to none of its methods. */
export class MockProblem extends Error {
  override readonly name = "MockProblem";

  constructor(
    /** The code of the problem: docs/errors.md lists them. */
    readonly reason: DiagnosticReason,
    message: string,
  ) {
    super(message);
  }
}

/** The path of a service in a mock. */
export interface MockPlace {
  readonly service: string;
  readonly path: string;
}

/**
 * Starts a service for a WSDL. Rejects with a `MockProblem` that names the first error of the documents, and with a
 * `ConfigurationError` for a wrong option.
 */
export async function mockService(
  wsdl: string,
  options: MockOptions = {},
): Promise<MockedService & { readonly places: readonly MockPlace[] }> {
  checkKnown(checkObject("options", options), new Set(Object.keys(NAMES)), "mockService", {
    placed: (name) => (isSandboxOption(name) ? `sandbox: { ${name} }` : undefined),
  });
  const { handlers = {}, load = {}, onDiagnostic, results = {}, sandbox = {}, security, signIn } = options;
  const secured = security && (await import("soapwright-features/security")).createServiceSecurity(security);
  let loader: DocumentLoader | undefined;
  const { model, diagnostics, read } = await loadModel(wsdl, load, (documents) => (loader = documents));
  for (const diagnostic of diagnostics) onDiagnostic?.(formatDiagnostic(diagnostic), diagnostic);
  if (model === undefined || model.clients.length === 0) {
    const first = diagnostics.find(({ severity }) => severity === "error");
    throw new MockProblem(
      first?.reason ?? "mock-no-service",
      first ? formatDiagnostic(first) : `${wsdl} has no service.`,
    );
  }
  const tables = await buildTables(model, { sha256: digest(read) });
  const places = placesOf(tables);
  const texts = documentationTexts(model);
  checkNames(places, handlers, results);
  const documents = await contractDocuments(loader!, (service, address) => {
    const atAddress = places.filter(({ addresses }) => addresses.includes(address));
    return (atAddress.find(({ service: { name } }) => name === service) ?? atAddress[0])?.path;
  });
  const running: MockedService = await startServiceSandbox({
    ...sandbox,
    services: places.map(({ path, service, addresses }) => {
      const index = tables.indexOf(service);
      const methods = service.operations.map(({ method }) => method);
      return {
        path,
        service: withFirst(service, addresses),
        ...(secured && { security: secured }),
        signIn,
        documents,
        documentation: texts[index],
        client: { module: "./generated", name: model.clients[index]!.className },
        results: pick(results, namesOf(service)),
        handlers: pick(handlers, methods),
      };
    }),
  });
  return Object.assign(running, { places: places.map(({ path, service }) => ({ path, service: service.name })) });
}

interface Place {
  readonly path: string;
  readonly service: ServiceNode;
  readonly addresses: readonly string[];
}

/** A service whose ports have several paths has an entry for each path. */
function placesOf(services: readonly ServiceNode[]): Place[] {
  const taken = new Set<string>();
  return services.flatMap((service) => {
    const addresses = service.ports.map(({ address }) => address);
    const paths = new Set(addresses.map((address) => pathOf(address, service.name)));
    return [...paths].map((path) => {
      let free = path;
      for (let number = 2; taken.has(free); number++) free = `${path}-${number}`;
      taken.add(free);
      return { path: free, service, addresses: addresses.filter((address) => pathOf(address, service.name) === path) };
    });
  });
}

function pathOf(address: string, name: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : "";
  return path === "" || path === "/" ? `/${encodeURIComponent(name)}` : path.replace(/\/+$/, "");
}

/** Returns `service` for one of its paths: the ports at that path come first, so that their addressing applies. */
function withFirst(service: ServiceNode, addresses: readonly string[]): ServiceNode {
  const isHere = ({ address }: ServiceNode["ports"][number]): boolean => addresses.includes(address);
  return { ...service, ports: [...service.ports.filter(isHere), ...service.ports.filter((port) => !isHere(port))] };
}

function checkNames(places: readonly Place[], handlers: object, results: object): void {
  const methods = [...new Set(places.flatMap(({ service }) => service.operations.map(({ method }) => method)))];
  const handler = Object.keys(handlers).find((method) => !methods.includes(method));
  if (handler !== undefined)
    throw new MockProblem(
      "mock-no-handler",
      `handlers.${handler} is not a method of the service; ${firstOf(methods)} are.`,
    );
  const names = [...new Set(places.flatMap(({ service }) => [...namesOf(service)]))];
  const result = Object.keys(results).find((name) => !names.includes(name));
  if (result === undefined) return;
  const near = nearNames(result, names);
  const hint = near.length > 0 ? `Did you mean ${near[0]}?` : `The WSDL has ${firstOf(names)}.`;
  throw new MockProblem("mock-no-operation", `${result} has a result and is not an operation. ${hint}`);
}

function firstOf(names: readonly string[]): string {
  return names.slice(0, 20).join(", ");
}

/** Keys of results may be names or methods of operations. */
function namesOf({ operations }: ServiceNode): ReadonlySet<string> {
  return new Set(operations.flatMap(({ name, method }) => [name, method]));
}

function pick<T>(entries: Readonly<Record<string, T>>, names: Iterable<string>): Readonly<Record<string, T>> {
  const allowedNames = new Set(names);
  return Object.fromEntries(Object.entries(entries).filter(([name]) => allowedNames.has(name)));
}
