/** The credentials that the policies of a client's ports ask for. */
import type { CredentialName, SecurityPlan } from "soapwright-features/security";
import { isSupported } from "soapwright-runtime/xsd";
import type { WordedPolicy } from "../../wsdl/security-policy";

/** Returns a list for each way to meet the policies; undefined if no port has a policy that messages meet. */
export function policyCredentials(
  policies: readonly (WordedPolicy | undefined)[],
): readonly (readonly CredentialName[])[] | undefined {
  if (!policies.some((policy) => policy !== undefined && possiblePlans(policy).some(hasContent))) return undefined;
  const lists = policies.flatMap((policy) => (policy === undefined ? [[]] : listsOf(policy)));
  return [...new Map(lists.map((names) => [names.join(), names])).values()];
}

function hasContent({ credentials: _credentials, ...options }: SecurityPlan): boolean {
  return Object.keys(options).length > 0;
}

function possibleOf(
  { needs }: WordedPolicy,
  alternatives: WordedPolicy["alternatives"],
  plans: WordedPolicy["plans"],
): readonly SecurityPlan[] {
  return plans.filter((_, index) => isSupported(alternatives[index] ?? [], needs));
}

function possiblePlans(policy: WordedPolicy): readonly SecurityPlan[] {
  const { alternatives, plans, operations = {}, operationPlans = {} } = policy;
  const own = Object.entries(operationPlans).flatMap(([name, each]) =>
    possibleOf(policy, operations[name] ?? alternatives, each),
  );
  return [...possibleOf(policy, alternatives, plans), ...own];
}

/** A client has the credentials for all operations: for those that differ, by their first possible way. */
function listsOf(policy: WordedPolicy): readonly (readonly CredentialName[])[] {
  const { alternatives, operations = {}, plans, operationPlans = {} } = policy;
  const firsts = Object.entries(operationPlans).flatMap(
    ([name, own]) => possibleOf(policy, operations[name] ?? alternatives, own)[0]?.credentials ?? [],
  );
  const lists = possibleOf(policy, alternatives, plans).map(({ credentials }) =>
    [...new Set([...credentials, ...firsts])].sort(),
  );
  return lists.length === 0 ? [[]] : lists;
}
