/** A sandbox of both versions, with members and loans, which asks for the credentials of each version. */
import { SandboxFault, type ServiceSandbox, startServiceSandbox } from "soapwright-sandbox";
import { versions } from "./generated/versions";

const members = [
  { id: 7, name: "Ada", loans: [{ Title: "Notes on the engine", Due: "2026-12-01" }] },
  { id: 8, name: "Grace", loans: [] },
];
type Member = (typeof members)[number];

const results: Readonly<Record<string, (member: Member) => unknown>> = {
  loanGetCurrent: ({ loans }) => loans,
  memberGet: ({ id, name }) => ({ Id: id, Name: name }),
};

const services = versions.map(({ path, service, header, declaredBaseUrl }) => {
  const handlerOf =
    (method: string) =>
    (args: { readonly MemberId: number }, { auth }: { readonly auth: object }) => {
      const isWrong = header?.children.some(({ name, sandbox }) => Reflect.get(auth, name) !== sandbox);
      if (isWrong) throw new SandboxFault("Not authorized");
      const member = members.find(({ id }) => id === args.MemberId);
      if (member === undefined) throw new SandboxFault(`No such member: ${args.MemberId}`);
      return results[method]?.(member);
    };
  const handlers = Object.fromEntries(service.operations.map(({ method }) => [method, handlerOf(method)]));
  return { path, service, declaredBaseUrl, handlers };
});

export function startLibrary(port = 0): Promise<ServiceSandbox> {
  return startServiceSandbox({ port, keepAlive: true, services });
}
