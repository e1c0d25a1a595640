import type { ReadOutcome } from "./credentials";
import { differingStarts, type LiveContract, namespacesOf } from "./live-contract";
import { CheckError, type CheckResult, SkipError } from "./run-check";
import type { Subject } from "./subject";

/** Compares the client's namespace with the live WSDL, or else with the outcome of the read. @throws CheckError, SkipError */
export async function checkNamespaces(
  subject: Subject,
  contract: LiveContract | undefined,
  read: ReadOutcome | undefined,
): Promise<CheckResult> {
  const { names } = subject;
  const namespace = subject.settings.rename(subject.service.targetNamespace);
  if (contract !== undefined) {
    const { live } = namespacesOf(subject, contract);
    if (live === namespace) return { message: `The service and the client have the namespace ${namespace}.` };
    const [ownStart, liveStart] = differingStarts(namespace, live);
    const hint = ownStart === namespace || liveStart === "" ? "" : ` Up to ${liveStart} it is another base address.`;
    const text = `The namespace of the service is ${live}, and the client sends ${namespace}: the service does not find operations and credentials in it.${hint} Check ${names.namespace}.`;
    throw new CheckError("error", "namespace-differs", text);
  }
  if (read === undefined)
    throw new SkipError("There is neither a WSDL nor a response that shows the service's namespace.");
  if (read.succeeded) return { message: `The service understands the namespace ${namespace}.` };
  if (!read.doubtsNamespace)
    throw new SkipError("There is no WSDL, and the fault does not say whether the namespace is right.");
  const text = `The service's fault can mean that its namespace is not ${namespace}. Check ${names.namespace}.`;
  throw new CheckError("warning", "namespace-doubtful", text);
}
