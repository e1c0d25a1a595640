/** A sandbox of both versions, with members and loans, which asks for the credentials of each version. */
import { SandboxFault, type ServiceSandbox, startServiceSandbox } from "soapwright-sandbox";
import { versions } from "./generated/versions";

const members = new Map([
  [7, { name: "Ada", loans: [{ Title: "Notes on the engine", Due: "2026-12-01" }] }],
  [8, { name: "Grace", loans: [] }],
]);

function memberOf({ MemberId }: { readonly MemberId: number }) {
  const member = members.get(MemberId);
  if (member === undefined) throw new SandboxFault(`No such member: ${MemberId}`);
  return { ...member, id: MemberId };
}

const handlers = {
  loanGetCurrent: (args: { readonly MemberId: number }) => memberOf(args).loans,
  memberGet(args: { readonly MemberId: number }) {
    const { id, name } = memberOf(args);
    return { Id: id, Name: name };
  },
};

export function startLibrary(port = 0): Promise<ServiceSandbox> {
  return startServiceSandbox({
    port,
    services: versions.map(({ path, service, header, declaredBaseUrl }) => ({
      path,
      service,
      ...(declaredBaseUrl === undefined ? {} : { declaredBaseUrl }),
      handlers: Object.fromEntries(
        Object.entries(handlers)
          .filter(([method]) => service.operations.some((operation) => operation.method === method))
          .map(([method, handler]) => [
            method,
            (args: { readonly MemberId: number }, { auth }: { readonly auth: Readonly<Record<string, unknown>> }) => {
              const isWrong = header?.children.some(({ name, sandbox }) => auth[name] !== sandbox);
              if (isWrong) throw new SandboxFault("Not authorized");
              return handler(args);
            },
          ]),
      ),
    })),
  });
}
