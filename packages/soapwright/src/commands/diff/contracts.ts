/** The changes between two releases of a contract, for programs: a release script derives the version from them. */

import { type Change, type ChangeSeverity, changeWords, severityOf } from "soapwright-contract";
import { printable } from "soapwright-runtime/internal";
import type { DocumentOptions } from "../shared-options";
import type { Streams } from "../streams";
import { compareSets } from "./sets";

export interface ContractChange {
  /** A breaking change requires a major version, a compatible one a minor, a documentation change a patch. */
  readonly severity: ChangeSeverity;
  /**
   * An operation, a service, a type or a part of one: `Order.Code`. The WSDL's name precedes it if there are several.
   */
  readonly place: string;
  /** The change as a sentence for callers, its place included. */
  readonly description: string;
}

/** The changes of all WSDLs, breaking ones first. */
export interface ContractComparison {
  readonly changes: readonly ContractChange[];
}

/** A WSDL of one side cannot be read, or has errors. `message` has a line for each. */
export class ContractProblem extends Error {}

/**
 * Compares two sets of WSDLs. WSDLs with the same file name are a pair, and so are single WSDLs of both sides,
 * regardless of name. A removed WSDL is a breaking change, an added one a compatible change.
 *
 * @param old - Paths of the released WSDL files, or of folders that hold them.
 * @param now - The same for the current WSDLs.
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

/** The form of a change for programs. */
export function contractChange(change: Change): ContractChange {
  return { severity: severityOf(change), place: printable(change.where), description: printable(changeWords(change)) };
}
