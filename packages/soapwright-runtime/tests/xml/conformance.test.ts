/**
 * Tests parts by themselves, `errors/response-error`, `xml/escape-text` and 2 more: no entry point shows them whole.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";
import { Referee } from "soapwright-testing/referee/referee";
import { isSlow, sampleOf } from "soapwright-testing/stage/slow";
import { anyCharacter } from "soapwright-testing/xml/any-character";
import { type ReadEvent, type Reading, read, readBytes, readChunks } from "soapwright-testing/xml/recorder";
import { isResponseError } from "../../src/errors/response-error";
import { escapeAttribute, escapeText, findIllegalCharacter } from "../../src/xml/escape-text";
import { XmlTextDecoder } from "../../src/xml/text-decoder";
import { ReaderPlan } from "../../src/xml/xml-namespaces";
import { documentPaths, HAS_CORPUS, readTable, testWithoutCorpus } from "./corpus";
import { mutate } from "./mutation";
import { Random } from "./random";
import { readWithSaxes } from "./saxes-reader";
import { eventsOf } from "./tree-events";

/** The W3C XML conformance suite, for a reader that refuses DTDs and processing instructions. */
describe("conformance", () => {
  interface Row {
    readonly id: string;
    readonly type: string;
    readonly bytes: Buffer;
    /** The document with white space in place of non-ASCII characters, for searches. */
    readonly ascii: string;
    readonly edition: string;
    readonly namespace: string;
  }

  function rows(): Row[] {
    return readTable("xmlconf/INDEX.tsv")
      .map((row) => ({ ...row, path: join(corpusFolder, "xmlconf", row.uri!) }))
      .filter(({ path }) => existsSync(path))
      .map((row: Record<string, string>) => {
        const bytes = readFileSync(row.path!);
        const ascii = bytes.toString("latin1").replaceAll("\0", "");
        return { id: row.id!, type: row.type!, bytes, ascii, edition: row.edition!, namespace: row.namespace! };
      })
      .filter(({ edition }) => edition === "" || edition.split(" ").includes("5"));
  }

  const withoutSections = (text: string) => text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, "");
  const hasDtd = ({ ascii }: Row) => /<!DOCTYPE|<!ELEMENT/.test(withoutSections(ascii));
  const hasInstruction = ({ ascii }: Row) => /<\?(?!xml[\s?])/.test(withoutSections(ascii));
  const isVersion11 = ({ ascii }: Row) => /^[^<]*<\?xml\s+version\s*=\s*["']1\.1/.test(ascii);
  /** Names with colons that are no qualified names: the suite marks these as not for readers with namespaces. */
  const isForNamespaces = ({ namespace }: Row) => namespace === "yes";
  /** The type `error` leaves the decision to the reader. */
  const isWellFormed = ({ type }: Row) => type === "valid" || type === "invalid";

  if (HAS_CORPUS) {
    const all = rows();
    const plain = all.filter((row) => !hasDtd(row));
    const readable = plain.filter(
      (row) => isWellFormed(row) && !isVersion11(row) && !hasInstruction(row) && isForNamespaces(row),
    );

    describe("W3C suite, documents without a DTD", () => {
      const broken = plain.filter(({ type }) => type === "not-wf");

      test("are as many as they were", () => {
        expect({ plain: plain.length, broken: broken.length, readable: readable.length }).toEqual({
          plain: 390,
          broken: 307,
          readable: 59,
        });
      });

      test.each(broken)("$id is refused", ({ bytes }) => {
        expect(readBytes(bytes).error).toMatch(/^xml \d+:\d+ /);
      });

      describe("that are well-formed", () => {
        const referee = new Referee();
        afterAll(() => referee.close());

        test.each(readable)("$id says what libxml2 reads", async ({ bytes }) => {
          const reading = readBytes(bytes);
          expect(reading.error).toBeUndefined();
          expect(reading.said).toEqual(eventsOf(await referee.parse(bytes)));
        });
      });

      test.each(plain.filter((row) => isWellFormed(row) && hasInstruction(row)))(
        "$id is refused for its processing instruction",
        (row) => {
          expect(readBytes(row.bytes).error).toMatch(isVersion11(row) ? /XML 1\.1/ : /processing instruction, <\?/);
        },
      );

      test.each(plain.filter((row) => isWellFormed(row) && isVersion11(row)))(
        "$id is refused for XML 1.1",
        ({ bytes }) => {
          expect(readBytes(bytes).error).toMatch(/XML 1\.1 is not supported/);
        },
      );

      test.each(plain.filter((row) => isWellFormed(row) && !isForNamespaces(row)))(
        "$id is refused for its colons",
        (row) => {
          expect(readBytes(row.bytes).error).toMatch(/is not a name with a prefix|is not bound/);
        },
      );
    });

    describe("W3C suite, documents with a DTD", () => {
      const withDtd = all.filter(hasDtd);
      const before = ({ ascii }: Row) => ascii.slice(0, ascii.search(/<!DOCTYPE|<!ELEMENT/));

      test.each(withDtd)("$id is refused", ({ bytes }) => {
        expect(readBytes(bytes).error).toMatch(/^xml \d+:\d+ /);
      });

      const isPlainBefore = (row: Row) => !/<\?(?!xml[\s?])/.test(before(row)) && !isVersion11(row);
      test.each(withDtd.filter((row) => isWellFormed(row) && isPlainBefore(row)))(
        "$id is refused for its DTD",
        ({ bytes }) => {
          expect(readBytes(bytes).error).toMatch(
            /DTD|encoding that is not supported|needs a byte order mark|start with version/,
          );
        },
      );
    });
  } else testWithoutCorpus();
});

/** Agreement with saxes, event by event; where the two differ, libxml2 decides. */
describe("agreement", () => {
  const SEED = 20_260_102;
  const MUTATIONS = process.env.FUZZ !== undefined ? 100_000 : isSlow ? 2000 : 200;
  /** Schemas in the corpus nest and repeat more than a response does. */
  const NO_LIMITS = { limits: { maxDepth: 1000, maxAttributes: 1000, maxNames: 1_000_000 } };

  const HAND_WRITTEN: readonly string[] = [
    '<?xml version="1.0" encoding="utf-8"?><a xmlns="u" xmlns:p="v"><p:b p:c="1" d="2">x &amp; y</p:b><!-- z --><e/></a>',
    "<a>\r\n  <b><![CDATA[<&]]></b>\r\n  <b x='&#10;&quot;'>é😀</b>\r\n  <b />\r\n</a>\r\n",
    `<l xmlns="t">${"<e><x>1</x><y>two</y><z xmlns:i='n' i:nil='true'/></e>".repeat(4)}</l>`,
    '<s:E xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><R xmlns="u"><L><I>1</I><I>2</I></L></R></s:Body></s:E>',
  ];

  /** The text of a document of the corpus; undefined for one in an unsupported encoding. */
  function textOf(path: string): string | undefined {
    const decoder = new XmlTextDecoder(undefined);
    try {
      return decoder.write(readFileSync(path)) + decoder.end();
    } catch (error) {
      if (isResponseError(error)) return undefined;
      throw error;
    }
  }

  const isForbidden = (text: string) => /<!DOCTYPE|<\?(?!xml[\s?])/.test(text);
  /** Not XML, and not accepted by libxml2. */
  const LONE_SURROGATE = /\p{Surrogate}/u;
  /** The amount of text before an error in it depends on the chunks. */
  const settled = ({ said, error }: Reading): Reading =>
    error !== undefined && said.at(-1)?.startsWith("=") ? { said: said.slice(0, -1), error } : { said, error };
  /** The fifth edition accepts version numbers like 1.00; earlier editions and our reader do not. */
  const isOtherVersion = ({ error }: Reading) => error?.includes('must start with version="1.0"') ?? false;
  const saysSame = (ours: Reading, theirs: Reading) =>
    ours.said.length === theirs.said.length && ours.said.every((one, index) => one === theirs.said[index]);
  const isSame = (one: Reading, other: Reading) => one.error === other.error && saysSame(one, other);
  /** Whether both refuse, with any message, or both read the same events. */
  const agrees = (ours: Reading, theirs: Reading) =>
    ours.error === undefined && theirs.error === undefined
      ? saysSame(ours, theirs)
      : ours.error !== undefined && theirs.error !== undefined;

  const documents = HAS_CORPUS
    ? sampleOf(documentPaths(), 17).flatMap((path) => {
        const text = textOf(path);
        return text === undefined || isForbidden(text) ? [] : [{ name: relative(corpusFolder, path), text }];
      })
    : [];

  /** The events of libxml2; undefined when it refuses. It does not decide where a namespace name is no URI. */
  async function judge(referee: Referee, text: string): Promise<readonly ReadEvent[] | undefined | "undecided"> {
    if (LONE_SURROGATE.test(text)) return undefined;
    return referee.parse(text).then(eventsOf, ({ message }: Error) => {
      const complaints = message.trim().split(/\n(?=xmlns)/);
      return complaints.every((one) => /is not (?:a valid URI|absolute)$/.test(one)) ? "undecided" : undefined;
    });
  }

  describe("the reader agrees with saxes", () => {
    const random = new Random(SEED);
    /** A plan that has read many other documents of the same service. */
    const remembering = new ReaderPlan(NO_LIMITS);

    test(`on ${documents.length} documents of the corpus, whole and cut (seed ${SEED})`, () => {
      if (!HAS_CORPUS) console.log(`skipped: corpus absent at ${corpusFolder}`);
      const differing = documents.filter(({ name, text }) => {
        const ours = read(text, NO_LIMITS);
        const longest = text.length > 20_000 ? random.pick([200, 5000]) : random.pick([3, 50]);
        const cut = readChunks(random.cut(text, longest), NO_LIMITS);
        if (!isSame(cut, ours)) expect({ name, ...settled(cut) }).toEqual({ name, ...settled(ours) });
        expect({ name, ...read(text, remembering) }).toEqual({ name, ...ours });
        return !isOtherVersion(ours) && !agrees(ours, readWithSaxes(text));
      });
      expect(differing.map(({ name }) => name)).toEqual([]);
    }, 300_000);

    test(`on ${MUTATIONS} mutated documents, or libxml2 says that it is right (seed ${SEED})`, async () => {
      const referee = new Referee();
      const small = [...HAND_WRITTEN, ...documents.filter(({ text }) => text.length < 4000).map(({ text }) => text)];
      const outcomes = { accepted: 0, refused: 0, decidedByLibxml2: 0 };
      try {
        for (let count = 0; count < MUTATIONS; count++) {
          const text = mutate(random.below(3) === 0 ? random.pick(HAND_WRITTEN) : random.pick(small), random);
          const ours = read(text, NO_LIMITS);
          const cut = readChunks(random.cut(text, random.pick([1, 5, 40])), NO_LIMITS);
          if (!isSame(cut, ours)) expect({ text, ...settled(cut) }).toEqual({ text, ...settled(ours) });
          const known = read(text, remembering);
          if (!isSame(known, ours)) expect({ text, ...known }).toEqual({ text, ...ours });
          outcomes[ours.error === undefined ? "accepted" : "refused"]++;
          if (agrees(ours, readWithSaxes(text)) || isOtherVersion(ours)) continue;
          outcomes.decidedByLibxml2++;
          const judged = await judge(referee, text);
          if (judged === "undecided") continue;
          const said = ours.error === undefined ? ours.said : undefined;
          expect({ text, error: ours.error, said }).toEqual({ text, error: ours.error, said: judged });
        }
      } finally {
        await referee.close();
      }
      console.log(`seed ${SEED}: ${JSON.stringify(outcomes)}`);
    }, 3_600_000);
  });
});

describe("escape", () => {
  const SEED = 20_260_101;
  const RUNS = process.env.FUZZ === undefined ? 500 : 100_000;

  /** Strings that XML can carry, rich in special characters. */
  const carried = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "&",
          "<",
          ">",
          '"',
          "'",
          "\r",
          "\n",
          "\t",
          "\r\n",
          "]]>",
          "<![CDATA[",
          "&amp;",
          "-->",
          " ",
          "é",
          "😀",
        ),
        fc.string({ unit: anyCharacter, maxLength: 5 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""))
    .filter((text) => findIllegalCharacter(text) === -1);

  describe("escaping", () => {
    test("writes what markup is made of as references, and nothing else", () => {
      expect(escapeText("a<b>&\"'\r\n\té]]>")).toBe("a&lt;b&gt;&amp;\"'&#xD;\n\té]]&gt;");
      expect(escapeAttribute("a<b>&\"'\r\n\té")).toBe("a&lt;b&gt;&amp;&quot;&apos;&#xD;&#xA;&#x9;é");
      expect(escapeText("plain é")).toBe("plain é");
      expect(escapeAttribute("plain é")).toBe("plain é");
    });

    test.each([
      ["", -1],
      ["\t\n\r é😀\ufffd\u{10ffff}", -1],
      ["ab\0", 2],
      ["\x1f", 0],
      ["a\x0b", 1],
      ["😀\ud800", 2],
      ["😀\udc00x", 2],
      ["\udc00\ud800", 0],
      ["x\ufffe", 1],
      ["x\uffff", 1],
    ])("finds what XML cannot carry in %j", (text, index) => {
      expect(findIllegalCharacter(text)).toBe(index);
    });

    test(`brings every string back through our reader (seed ${SEED})`, () => {
      fc.assert(
        fc.property(carried, (text) => {
          const { said } = read(`<a b="${escapeAttribute(text)}" c='${escapeAttribute(text)}'>${escapeText(text)}</a>`);
          expect(said).toEqual([`<}a\n  {}b=${text}\n  {}c=${text}`, ...(text === "" ? [] : [`=${text}`]), "/}a"]);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    });

    test(`brings every string back through libxml2 (seed ${SEED})`, async () => {
      const referee = new Referee();
      try {
        await fc.assert(
          fc.asyncProperty(carried, async (text) => {
            const element = await referee.parse(`<a b="${escapeAttribute(text)}">${escapeText(text)}</a>`);
            expect(element.attributes[0]?.value).toBe(text);
            expect(element.children.join("")).toBe(text);
          }),
          { seed: SEED, numRuns: RUNS },
        );
      } finally {
        await referee.close();
      }
    }, 300_000);
  });
});
