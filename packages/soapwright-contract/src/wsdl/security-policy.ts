/**
 * The requirements of a service's policies beyond addressing: WS-SecurityPolicy 1.1 to 1.3, attached as in WS-Policy
 * Attachment (WSDL 1.1, section 4), as alternatives of requirements (WS-Policy 1.5, 4.3).
 */
import type { SecurityPlan } from "soapwright-features/security";
import type { Diagnostics } from "../diagnostics";
import { grouped } from "../grouped";
import { attribute, childrenNamed, nameOf, wsdlNamespace, type XmlElement } from "../xml/xml";
import { type Alternatives, type Policies, PolicyReader } from "./policies";
import { type Fact, factsOf } from "./security-facts";
import { type PolicyNeed, SECURITY_NEEDS, type SecurityNeed } from "./security-needs";
import { planOf } from "./security-plan";
import type { WsdlDocument } from "./wsdl-documents";

/** An alternative to satisfy a policy: all requirements of a message. */
type PolicyAlternative = readonly PolicyNeed[];

/** The requirements for every message of a port, and for some operations beyond them. */
export interface SecurityPolicy {
  readonly alternatives: readonly PolicyAlternative[];
  /** By `wsdl:operation/@name`. */
  readonly operations?: { readonly [name: string]: readonly PolicyAlternative[] };
  /** How messages meet each alternative, and for operations where that differs. */
  readonly plans: readonly SecurityPlan[];
  readonly operationPlans?: { readonly [name: string]: readonly SecurityPlan[] };
  /** Where the documents ask for what no client meets, for example `sp:KerberosToken (line 17 of orders.wsdl)`. */
  readonly unmet?: { readonly [need: string]: string };
}

/** A policy with the wording of its requirements. */
export interface WordedPolicy extends SecurityPolicy {
  readonly needs: { readonly [need: string]: SecurityNeed & { readonly asserted?: string } };
}

export function withNeeds(policy: SecurityPolicy): WordedPolicy {
  const all = [policy.alternatives, ...Object.values(policy.operations ?? {})].flat(2);
  const worded = (need: PolicyNeed) => {
    const asserted = policy.unmet?.[need];
    return { ...SECURITY_NEEDS[need], ...(asserted !== undefined && { asserted }) };
  };
  return { ...policy, needs: Object.fromEntries(all.map((need) => [need, worded(need)])) };
}

/** Collects the requirements at the attachment points of policies. */
export class SecurityPolicies {
  readonly #reader: PolicyReader<Fact>;
  readonly #components = new Map<string, XmlElement>();
  readonly #diagnostics: Diagnostics;
  readonly #reported = new Set<string>();

  constructor(documents: readonly WsdlDocument[], policies: Policies, diagnostics: Diagnostics) {
    this.#reader = new PolicyReader<Fact>(policies, { asserted: factsOf, keyOf: ({ key }) => key });
    this.#diagnostics = diagnostics;
    for (const { element } of documents) {
      for (const kind of ["binding", "portType", "message"]) {
        for (const source of childrenNamed(element, wsdlNamespace, kind)) {
          const key = `${kind} ${nameOf(source)}`;
          if (!this.#components.has(key)) this.#components.set(key, source);
        }
      }
    }
  }

  /**
   * Returns the requirements for a port: from its service, the port itself, its binding and its port type, and from
   * their operations and messages. Undefined without requirements. Reports requirements that no client meets.
   */
  of(around: readonly XmlElement[], binding: string, portType: string): SecurityPolicy | undefined {
    const bound = this.#components.get(`binding ${binding}`);
    const typed = this.#components.get(`portType ${portType}`);
    const whole = [...around, bound, typed].filter((source) => source !== undefined);
    const all = this.#reader.all(whole.map((source) => this.#reader.readAttached(source)));
    const port = simplify(all);
    const operations: { [name: string]: readonly PolicyAlternative[] } = {};
    const operationPlans: { [name: string]: readonly SecurityPlan[] } = {};
    const unmet = unmetIn(port);
    const inBinding = operationsByName(bound);
    // Overloads share a name, so the requirements of each apply to all.
    for (const [name, overloads] of operationsByName(typed)) {
      const sources = [...overloads, ...(inBinding.get(name) ?? [])];
      const combined = simplify(this.#reader.all([all, ...sources.flatMap((source) => this.#readOperation(source))]));
      this.#report(combined);
      Object.assign(unmet, unmetIn(combined));
      if (textOf(combined) !== textOf(port)) operations[name] = combined.map(needsOf);
      const plans = combined.map(planOf);
      if (JSON.stringify(plans) !== JSON.stringify(port.map(planOf))) operationPlans[name] = plans;
    }
    const hasOperations = Object.keys(operations).length > 0;
    if (!hasOperations && textOf(port) === "") return undefined;
    return {
      alternatives: port.map(needsOf),
      ...(hasOperations && { operations }),
      plans: port.map(planOf),
      ...(Object.keys(operationPlans).length > 0 && { operationPlans }),
      ...(Object.keys(unmet).length > 0 && { unmet }),
    };
  }

  /** Reads an operation, its input and output, and their messages. Faults are signed and encrypted like outputs. */
  #readOperation(operation: XmlElement): Alternatives<Fact>[] {
    const messages = (["input", "output"] as const).flatMap((kind) =>
      childrenNamed(operation, wsdlNamespace, kind).flatMap((source) => {
        const local = attribute(source, "message")?.trim().replace(/^.*:/, "");
        const message = local === undefined ? undefined : this.#components.get(`message ${local}`);
        return [source, message]
          .flatMap((each) => (each ? [this.#reader.readAttached(each)] : []))
          .map(ofMessage(kind));
      }),
    );
    return [this.#reader.readAttached(operation), ...messages];
  }

  /** Reports each assertion that no client meets, where there is no other alternative. */
  #report(alternatives: Alternatives<Fact>): void {
    if (alternatives.some((each) => !each.some(isUnmet))) return;
    for (const { need, assertion, position } of (alternatives[0] ?? []).filter(isUnmet)) {
      const place = `${position.file}:${position.line}:${position.column} ${assertion}`;
      if (this.#reported.has(place)) continue;
      this.#reported.add(place);
      const { words, remedy } = SECURITY_NEEDS[need!];
      this.#diagnostics.warning(
        position,
        "policy-not-met",
        `the policy asks by sp:${assertion} for ${words}, which is not supported`,
        remedy,
      );
    }
  }
}

function isUnmet({ need }: Fact): boolean {
  return need !== undefined && SECURITY_NEEDS[need].option === undefined;
}

function unmetIn(alternatives: Alternatives<Fact>): { [need: string]: string } {
  const places = alternatives.flat().filter(isUnmet).reverse();
  return Object.fromEntries(
    places.map(({ need, assertion, position: { file, line } }) => [
      need!,
      `sp:${assertion} (line ${line} of ${file.replace(/^.*[/\\]/, "")})`,
    ]),
  );
}

/** The parts that policies of a message name are those of the request or of the response. */
function ofMessage(kind: "input" | "output"): (alternatives: Alternatives<Fact>) => Alternatives<Fact> {
  const prefix = kind === "input" ? "request." : "response.";
  const isOfParts = ({ key }: Fact): boolean => key.startsWith("sign=") || key.startsWith("encrypt=");
  return (alternatives) =>
    alternatives.map((each) => each.map((fact) => (isOfParts(fact) ? { ...fact, key: prefix + fact.key } : fact)));
}

/**
 * With TLS nothing in the message needs encryption (WS-SecurityPolicy, 7.3), and without encryption nothing an algorithm for
 * it. One alternative is left for its needs.
 */
function simplify(alternatives: Alternatives<Fact>): Alternatives<Fact> {
  const byNeeds = new Map<string, readonly Fact[]>();
  for (const each of alternatives) {
    const left = neededIn(each);
    const key = needsOf(left).join();
    if (!byNeeds.has(key)) byNeeds.set(key, left);
  }
  return [...byNeeds.values()];
}

/** Returns the facts that matter beside the others, and what follows from all of them. */
function neededIn(facts: readonly Fact[]): readonly Fact[] {
  const has = (wanted: string): boolean => facts.some(({ key, need }) => need === wanted || key === wanted);
  const [isSymmetric, isAsymmetric] = [has("symmetricBinding"), has("asymmetric")];
  const isPlain = has("tls") && !isSymmetric && !isAsymmetric;
  const isWithKeys = (!isPlain && has("encryption")) || isSymmetric;
  const isSigned = isWithKeys || has("signature") || has("issuer.keyType=symmetric");
  const left = facts.filter(({ need }) => {
    switch (need) {
      case "encryption":
      case "encryptedAttachments":
      case "encryptedHeaders":
      case "encryptedToken":
        return !isPlain;
      case "endorsing":
        return !isPlain && !isSymmetric;
      case "endorsedParts":
        return isSymmetric;
      case "secondCertificate":
        return isAsymmetric;
      case "rsa15":
      case "tripleDes":
        return isWithKeys;
      case "algorithm":
        return isSigned;
      default:
        return true;
    }
  });
  const needing = (key: string, need: PolicyNeed, source: Fact | undefined): readonly Fact[] =>
    source === undefined || left.some(isUnmet) ? [] : [{ ...source, key, need }];
  if (!isPlain && !isSymmetric && !isAsymmetric) {
    const isOfMessage = ({ key, need }: Fact): boolean =>
      need === "signature" || need === "encryption" || /^(?:request\.|response\.)?sign=/.test(key);
    return [...left, ...needing("binding", "binding", left.find(isOfMessage))];
  }
  const isSealedFirst = has("encryptBeforeSigning") && has("encryptSignature");
  const sealing = isPlain || !isSealedFirst ? undefined : left.find(({ key }) => key === "encryptSignature");
  // Without a certificate of the service there is none to encrypt the key for.
  const unkeyed = has("serviceCertificate") ? undefined : left.find(({ need }) => need === "symmetricBinding");
  return [
    ...left,
    ...needing("encryptedSignature", "encryptedSignature", sealing),
    ...needing("tokenKey", "tokenKey", unkeyed),
  ];
}

function needsOf(facts: readonly Fact[]): PolicyAlternative {
  return [...new Set(facts.flatMap(({ need }) => need ?? []))].sort();
}

function textOf(alternatives: Alternatives<Fact>): string {
  return alternatives
    .map((each) => needsOf(each).join())
    .sort()
    .join(";");
}

function operationsByName(source: XmlElement | undefined): ReadonlyMap<string, readonly XmlElement[]> {
  const operations = source === undefined ? [] : childrenNamed(source, wsdlNamespace, "operation");
  return grouped(operations, (operation) => nameOf(operation) ?? "");
}
