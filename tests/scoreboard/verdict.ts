/** Derives the verdict of each case from its outcome. */
import type { Cell, Contract, Document, DocumentOutcome, Failure, Outcome, Question, Verdict } from "./board";
import { treeDifference, valueDifference } from "./compare-values";
import type { Judged } from "./judge/judge";

type Finding = { readonly verdict: Verdict; readonly reason?: string };
const right: Finding = { verdict: "right" };
const failed = ({ isCrash, reason }: Failure): Finding => ({
  verdict: isCrash ? "crashed" : "refused with a reason",
  reason,
});

/** The results of a system other than values. */
export interface Asked {
  readonly compiles: boolean;
  readonly decodes: boolean;
  /** Values that do not fit their types, by the number of the document. */
  readonly types?: ReadonlyMap<number, Failure>;
}

/**
 * Returns the cells of a contract. `judged` are the encoded documents as the judge reads them, by the number of the
 * document.
 */
export function cellsOf(
  contract: Contract,
  outcome: Outcome,
  { compiles, decodes, types }: Asked,
  judged: ReadonlyMap<number, Judged>,
): Cell[] {
  const cells: Cell[] = [];
  const add = (question: Question, finding: Finding, document?: string): void =>
    void cells.push({
      suite: contract.suite,
      contract: contract.name,
      question,
      ...(document !== undefined && { document }),
      ...finding,
    });
  const { generateFailure, compileFailure } = outcome;
  if (!contract.isEcho) {
    add("generates", generateFailure ? failed(generateFailure) : right);
    if (compiles)
      add(
        "compiles",
        generateFailure || compileFailure ? failed((generateFailure ?? compileFailure) as Failure) : right,
      );
  }
  for (const [at, document] of contract.documents.entries()) {
    const made = outcome.documents[at] ?? {};
    // Code that does not compile has no documents, unless its language runs it all the same.
    const before = generateFailure ?? (outcome.documents.length === 0 ? compileFailure : undefined);
    const decodeFailure = before ?? made.decodeFailure;
    const found: DocumentOutcome = decodeFailure ? { decodeFailure } : made;
    if (!document.isValid)
      add(document.isKey ? "refuses keys" : "refuses", refusal(found, before !== undefined), document.name);
    else {
      const decoded = decoding(document, found);
      if (decoded && decodes) add("decodes", decoded, document.name);
      if (types) add("types", typing(types.get(at), found), document.name);
      add("encodes", encoding(document, found, judged.get(at)), document.name);
    }
  }
  return cells;
}

function refusal({ decodeFailure }: DocumentOutcome, isBefore: boolean): Finding {
  if (decodeFailure === undefined) return { verdict: "wrong value", reason: "accepted" };
  return decodeFailure.isCrash || isBefore ? failed(decodeFailure) : right;
}

/** Returns the finding about a decoded value; undefined if there is no value to compare. */
function decoding({ expected }: Document, { decodeFailure, value }: DocumentOutcome): Finding | undefined {
  if (decodeFailure) return failed(decodeFailure);
  if (value === undefined || expected === undefined) return undefined;
  const difference = valueDifference(expected, value);
  return difference ? { verdict: difference.kind, reason: difference.reason } : right;
}

function typing(misfit: Failure | undefined, { decodeFailure }: DocumentOutcome): Finding {
  if (decodeFailure) return failed(decodeFailure);
  return misfit ? { verdict: "wrong value", reason: misfit.reason } : right;
}

function encoding(
  { expected, isJudged }: Document,
  { decodeFailure, encodeFailure }: DocumentOutcome,
  judged: Judged | undefined,
): Finding {
  const failure = decodeFailure ?? encodeFailure;
  if (failure) return failed(failure);
  if (expected === undefined || judged === undefined) return { verdict: "crashed", reason: "nothing was encoded" };
  if (judged.tree === null) return { verdict: "wrong value", reason: judged.reason };
  const difference = treeDifference(expected, judged.tree);
  if (difference) return { verdict: difference.kind, reason: difference.reason };
  if (isJudged && !judged.valid) return { verdict: "wrong value", reason: `libxml2: ${judged.reason}` };
  return right;
}
