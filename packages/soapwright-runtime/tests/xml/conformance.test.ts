/** The W3C XML conformance suite, for a reader that refuses DTDs and processing instructions. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";
import { Referee } from "soapwright-testing/referee/referee";
import { readBytes } from "soapwright-testing/xml/recorder";
import { HAS_CORPUS, readTable, testWithoutCorpus } from "./corpus";
import { eventsOf } from "./tree-events";

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
