/** Header blocks that are too long, too many, too deep or repeated. */
import type { AttackClass, ResponseAttack } from "../attack";
import { address, bareEnvelope, DECLARATION, many, pours, result, SOAP_11, V3 } from "../payloads";

const GIBI = 1024 * 1024 * 1024;

/** Yields the usual response with `pieces` in its Header. */
function* inHeader(pieces: Iterable<string>): Generator<string> {
  const [before, after] = `${DECLARATION}${bareEnvelope(result(address()), "|")}`.split("|");
  yield before!;
  yield* pieces;
  yield after!;
}

const ends = (
  name: string,
  outcome: ResponseAttack["outcome"],
  pieces: () => Iterable<string>,
  says?: RegExp,
): ResponseAttack => ({
  name,
  outcome,
  serve: pours(() => inHeader(pieces())),
  ...(says === undefined ? {} : { says }),
});
const slow = (attack: ResponseAttack): ResponseAttack => ({
  ...attack,
  slow: true,
  options: { timeoutMs: 5000, deadlineMs: 6000 },
});
const limited = (name: string, pieces: () => Iterable<string>, says: RegExp): ResponseAttack =>
  ends(name, "ResponseError(limit)", pieces, says);
const block = (content: Iterable<string>) => ['<x:Block xmlns:x="urn:x">', ...content, "</x:Block>"];
const must = `<x:Block xmlns:x="urn:x" xmlns:s="${SOAP_11}" s:mustUnderstand="1"/>`;

export const headerBlocks: AttackClass<ResponseAttack> = {
  name: "header blocks",
  attacks: [
    slow(limited("header-text-1GB", () => block(many("x", GIBI)), /limits\.textLength|characters/)),
    slow(limited("header-elements-1GB", () => block(many("<a/>", GIBI)), /10,000 elements/)),
    slow(limited("header-blocks-1GB", () => many('<x:B xmlns:x="urn:x"/>', GIBI), /10,000 elements/)),
    limited("header-text-2MB", () => block(many("x", 2 * 1024 * 1024)), /1,048,576 characters/),
    limited("header-elements-20k", () => block(many("<a/>", 80_000)), /10,000 elements/),
    limited("header-blocks-20k", () => many("<B/>", 80_000), /10,000 elements/),
    limited(
      "header-attributes",
      () => block(many(`<a ${Array.from({ length: 60 }, (_, index) => `b${index}="1"`).join(" ")}/>`, 200_000)),
      /10,000 elements/,
    ),
    limited("header-depth-1000", () => block([...many("<a>", 3000), ...many("</a>", 4000)]), /limits\.depth/),
    limited("header-depth-never-closed", () => block(many("<a>", 3_000_000)), /limits\.depth/),
    ends("header-trees-60-deep", "value", () => [
      ...Array.from({ length: 100 }, () => block(["<a>".repeat(58), "</a>".repeat(58)]).join("")),
    ]),
    ends("header-doubled-block", "value", () => ['<x:B xmlns:x="urn:x">1</x:B>'.repeat(2)]),
    ends("header-doubled-must", "ResponseError(header-not-understood)", () => [must + must], /understands/),
    ends("header-second-must", "ResponseError(header-not-understood)", () => ["<B/>", must], /\{urn:x\}Block/),
    ends("header-names-of-objects", "value", () => ["<__proto__><polluted/></__proto__><constructor/><toString/>"]),
    ends("header-has-the-result", "value", () => [`<Address_GetListResponse xmlns="${V3}"/>`]),
    ends("header-doctype", "ResponseError(xml)", () => ["<!DOCTYPE x><x/>"]),
  ],
};
