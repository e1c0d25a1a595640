/** What changed between two releases of a contract, for programs: a release script decides the version by it. */
import { printable } from "soapwright-runtime/internal";
import type { DocumentOptions } from "../shared-options";
import type { Streams } from "../streams";
import { type Change, type ChangeSeverity, changeWords, severityOf } from "./change";
import { compareSets } from "./sets";

/** One change of a contract. */
export interface ContractChange {
  /** A breaking change calls for a major version, a compatible one for a minor, one of documentation for a patch. */
  readonly severity: ChangeSeverity;
  /** An operation, a service, a type or a part of one: `Order.Code`. After the WSDL's name when there are several. */
  readonly place: string;
  /** The change as a sentence for callers, its place included. */
  readonly words: string;
}

/** The changes of all WSDLs, breaking ones first. */
export interface ContractComparison {
  readonly changes: readonly ContractChange[];
}

/** A WSDL of one side cannot be read, or has errors. `message` has a line for each. */
export class ContractProblem extends Error {}

/**
 * Compares two sets of WSDLs. WSDLs of the same file name are a pair, and so are the only ones of both sides, whatever
 * they are called. A WSDL that is gone is a breaking change, one that came a compatible one.
 *
 * @param old - Paths of WSDL files, or of folders that hold them, as they were released.
 * @param now - The same, as they are today.
 * @throws {ContractProblem} when a WSDL cannot be read or has errors.
 */
export async function compareContracts(
  old: readonly string[],
  now: readonly string[],
  options: DocumentOptions = {},
): Promise<ContractComparison> {
  const problems: string[] = [];
  const streams: Streams = { out: () => {}, err: (text) => void problems.push(text), isTerminal: false };
  const changes = await compareSets(old, now, { ...options, quiet: true }, streams);
  if (changes === undefined) throw new ContractProblem(problems.join("").trimEnd());
  return { changes: changes.map(contractChange) };
}

/** A change as programs read it. */
export function contractChange(change: Change): ContractChange {
  return { severity: severityOf(change), place: printable(change.where), words: printable(changeWords(change)) };
}
