/** Leaves, which a reader may emit as one event each: the events must be the same. */

import { isDeepStrictEqual } from "node:util";
import { isSlow } from "soapwright-testing/stage/slow";
import { describeError, pieces, type Reading, Recorder } from "soapwright-testing/xml/recorder";
import { isResponseError } from "../../src/errors/response-error";
import type { XmlName } from "../../src/xml/events";
import { XmlReader } from "../../src/xml/reader";
import { type ReaderOptions, ReaderPlan } from "../../src/xml/xml-namespaces";

/** Takes the leaves that `take` says, and records each as its events. */
class LeafRecorder extends Recorder {
  leaves = 0;
  private readonly take: () => boolean;

  constructor(take: () => boolean) {
    super();
    this.take = take;
  }

  leaf(name: XmlName, text: string): boolean {
    if (!this.take()) return false;
    this.leaves++;
    this.startElement(name, []);
    this.text(text);
    this.endElement(name);
    return true;
  }
}

function readWith(recorder: Recorder, chunks: Iterable<string>, options?: ReaderOptions | ReaderPlan): Reading {
  const reader = new XmlReader(recorder, options);
  try {
    for (const chunk of chunks) reader.write(chunk);
    reader.end();
    return { said: recorder.said, error: undefined };
  } catch (error) {
    if (!isResponseError(error)) throw error;
    // Pieces of a text before an error in it may or may not have been reported.
    const isText = recorder.said.at(-1)?.startsWith("=") === true;
    return { said: isText ? recorder.said.slice(0, -1) : recorder.said, error: describeError(error) };
  }
}

const all = () => true;
const none = () => false;

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 8) % below;
  };
}

/** Expects the same events for `text` unit by unit, where no whole leaf is visible, and in every other way. */
function expectTheSame(text: string, options?: ReaderOptions): Reading {
  const slow = readWith(new Recorder(), pieces(text, 1), options);
  const plan = new ReaderPlan(options);
  const chance = random(text.length);
  const some = () => chance(2) === 0;
  for (const size of [text.length, 7, 64, 501, text.length]) {
    for (const recorder of [new Recorder(), new LeafRecorder(all), new LeafRecorder(some), new LeafRecorder(none)]) {
      const reading = readWith(recorder, pieces(text, Math.max(1, size)), plan);
      // jest takes longer to compare thousands of events than the reader takes to read them, so it shows differences alone.
      if (!isDeepStrictEqual(reading, slow)) expect([size, reading]).toEqual([size, slow]);
    }
  }
  return slow;
}

const record = (...fields: string[]) => `<r>${fields.join("")}</r>`;
const plain = record("<a>1</a>", "<b>two</b>", "<c>3</c>");
const list = (...records: string[]) => `<l>${plain.repeat(4)}${records.join("")}${plain}</l>`;

test("every leaf is one event", () => {
  const recorder = new LeafRecorder(all);
  readWith(recorder, [list(plain, plain)]);
  expect(recorder.leaves).toBe(7 * 3);
});

test("documents that are read in turns have the same leaves", () => {
  const plan = new ReaderPlan();
  const text = list(plain, record("<a>1</a>", "<c/>"), plain);
  const recorders = [new LeafRecorder(all), new LeafRecorder(all), new LeafRecorder(all)];
  const readers = recorders.map((recorder) => new XmlReader(recorder, plan));
  for (const chunk of pieces(text, 64)) for (const reader of readers) reader.write(chunk);
  for (const reader of readers) reader.end();
  const alone = readWith(new LeafRecorder(all), [text]);
  for (const { said, leaves } of recorders) {
    expect(said).toEqual(alone.said);
    expect(leaves).toBeGreaterThan(14);
  }
});

test.each([
  ["with all of their leaves", plain],
  ["with leaves missing", record("<a>1</a>", "<c>3</c>") + record("<b>2</b>") + record()],
  ["with a leaf more", record("<a>1</a>", "<b>2</b>", "<x>new</x>", "<c>3</c>").repeat(5)],
  ["with a leaf more, in front and behind", record("<x>0</x>", "<a>1</a>", "<y>2</y>").repeat(5)],
  ["with empty leaves", record("<a/>", "<b />", "<c></c>").repeat(3)],
  ["with leaves that are empty in another way", record("<a  />", "<b\n/>", "<c ></c >")],
  ["in another order", record("<c>3</c>", "<a>1</a>").repeat(4) + plain],
  ["with a leaf twice", record("<a>1</a>", "<a>2</a>", "<c>3</c>") + plain],
  ["with references", record("<a>1 &amp; 2</a>", "<b>&lt;</b>", "<c>&#233;</c>").repeat(3)],
  ["with brackets and marks", record("<a>[1]</a>", "<b>]] ></b>", "<c>\"'></c>").repeat(3)],
  ["with sections and comments", record("<a><![CDATA[<]]></a>", "<b>1<!-- x -->2</b>", "<!-- y --><c>3</c>")],
  ["with attributes", record('<a x="1">1</a>', "<b>2</b>", '<c xmlns="u">3</c>')],
  ["with declarations around them", `<r xmlns="u">${"<a>1</a><b>2</b>".repeat(1)}</r>`.repeat(4)],
  ["with elements between", record("<a>1</a>", "<n><a>1</a><z>2</z></n>", "<b>2</b>", "<c>3</c>").repeat(4)],
  ["with an element of their own name inside", record("<a>1</a>", plain, "<c>3</c>").repeat(3)],
  ["with a leaf that has elements after all", record("<a>1</a>", "<b><i>x</i></b>", "<c>3</c>").repeat(3)],
  ["with text between", record("<a>1</a>", "text", "<b>2</b>", " ", "<c>3</c>").repeat(3)],
  ["with names that others begin with", record("<a>1</a>", "<ab>2</ab>", "<abc>3</abc>").repeat(4)],
  ["with marks of expressions in their names", record("<a.b>1</a.b>", "<a-b>2</a-b>", "<a·b>3</a·b>").repeat(4)],
  ["with other letters", record("<é>ü</é>", "<\u{10400}>\u{1F600}</\u{10400}>", "<a>漢</a>").repeat(4)],
  ["with prefixes", '<p:r xmlns:p="u"><p:a>1</p:a><a>2</a></p:r>'.repeat(4)],
])("leaves of records %s", (_, records) => {
  expect(expectTheSame(list(records)).error).toBeUndefined();
});

test.each([
  ["a leaf that does not end", record("<a>1</a>", "<b>2</c>")],
  ["a leaf that ends as its neighbour", record("<a>1</b>", "<b>2</b>")],
  ["a record that does not end", "<r><a>1</a><b>2</b>"],
  ["another end", "<r><a>1</a></l>"],
  ["an unknown entity", record("<a>1</a>", "<b>&nope;</b>", "<c>3</c>")],
  ["an ampersand", record("<a>1</a>", "<b>A & B</b>", "<c>3</c>")],
  ["the end of a section", record("<a>1</a>", "<b>]]></b>", "<c>3</c>")],
  ["a character that XML does not allow", record("<a>1</a>", "<b>\u0001</b>", "<c>3</c>")],
  ["an instruction", record("<a>1</a>", "<?x?>", "<b>2</b>")],
])("errors in leaves are reported at their position: %s", (_, records) => {
  expect(expectTheSame(list(records)).error).toMatch(/^xml 1:/);
});

test("a second root that is like the first is refused", () => {
  expect(expectTheSame(`${plain}${plain}`).error).toContain("second root");
  const plan = new ReaderPlan();
  for (let round = 0; round < 5; round++) readWith(new Recorder(), [plain], plan);
  expect(readWith(new LeafRecorder(all), [`${plain}${plain}`], plan).error).toContain("second root");
});

test.each(["\n  ", "\n\t\t", " ", "\n".repeat(80)])("leaves may be indented: %j", (gap) => {
  const indented = (...fields: string[]) => `${gap}<r>${fields.map((field) => gap + field).join("")}${gap}</r>`;
  const rows = indented("<a>1</a>", "<b>2</b>", "<c/>").repeat(5);
  const odd = `${indented("<a>1</a>", "<b>&lt;</b>")}<r><a>1</a>${gap} <b>2</b></r>${indented("<c>3</c>")}`;
  expect(expectTheSame(`<l>${rows}${odd}${rows}\n</l>`).error).toBeUndefined();
  const recorder = new LeafRecorder(all);
  readWith(recorder, [`<l>${rows}</l>`]);
  expect(recorder.leaves).toBe(5 * 3);
});

test("limits hold in leaves", () => {
  const records = record("<a>1</a>", `<b>${"x".repeat(100)}</b>`, "<c>3</c>");
  expect(expectTheSame(list(records), { limits: { maxTextLength: 99 } }).error).toMatch(/^limit .*limits\.textLength/);
  expect(expectTheSame(list(records), { limits: { maxTextLength: 100 } }).error).toBeUndefined();
  expect(expectTheSame(list(records), { limits: { maxDepth: 2 } }).error).toMatch(/^limit .*limits\.depth/);
  expect(expectTheSame(list(records), { limits: { maxDepth: 3 } }).error).toBeUndefined();
  const names = Array.from({ length: 20 }, (_, index) => `<n${index}>1</n${index}>`).join("");
  expect(readWith(new LeafRecorder(all), [list(record(names))], { limits: { maxNames: 12 } }).error).toMatch(
    /^limit .*more different names than/,
  );
});

test("an event's place is the same in a leaf", () => {
  const places = (size: number, take: () => boolean): string[] => {
    const said: string[] = [];
    const recorder = new LeafRecorder(take);
    const reader: XmlReader = new XmlReader({
      startElement: ({ local }) => void said.push(`<${local} ${JSON.stringify(reader.position())}`),
      endElement: ({ local }) => void said.push(`/${local} ${JSON.stringify(reader.position())}`),
      text: () => {},
      leaf: (name, text) => recorder.leaf(name, text),
    });
    for (const chunk of pieces(text, size)) reader.write(chunk);
    return said;
  };
  const text = `<l>\n${`${plain}\n<r><a/><b>1 &amp; 2</b>\n</r><r><a></a><c /></r>`.repeat(4)}</l>`;
  expect(places(text.length, none)).toEqual(places(1, none));
});

test("an element that repeats before the one that followed it is read", () => {
  const order = (...names: string[]) => record(...names.map((name, at) => `<${name}>${at}</${name}>`));
  expectTheSame(list(order("a", "c", "d"), order("a", "c", "d"), order("a", "a", "c", "d"), order("a", "a", "a", "c")));
});

const rounds = isSlow ? 60 : 20;

test("random orders of leaves are read the same in every way", () => {
  const below = random(7);
  const names = ["a", "b", "c", "d", "e"];
  const leaves = () =>
    Array.from({ length: below(7) }, () => names[below(names.length)]!).map((name) => `<${name}>${below(9)}</${name}>`);
  for (let time = 0; time < rounds; time++)
    expectTheSame(list(...Array.from({ length: 5 }, () => record(...leaves()))));
});

test("random lists are read the same in every way", () => {
  const chance = random(20261122);
  const fields = ["a", "b", "c", "d", "e.f", "g-h"];
  const values = ["", "1", "two words", "&amp;", "<![CDATA[x]]>", "]", "é", "a".repeat(70), "<i>n</i>"];
  for (let round = 0; round < rounds; round++) {
    const gap = ["", "", "\n ", " "][chance(4)]!;
    const most = 1 + chance(values.length);
    const field = (name: string) => {
      const value = values[chance(most)]!;
      return value === ""
        ? [`<${name}/>`, `<${name} />`, `<${name}></${name}>`][chance(3)]!
        : `<${name}>${value}</${name}>`;
    };
    const one = () => {
      const own = fields.filter(() => chance(5) > 0);
      if (chance(12) === 0) own.reverse();
      return `${gap}<r>${own.map((name) => gap + field(name)).join("")}${gap}</r>`;
    };
    expectTheSame(`<l>${Array.from({ length: 12 }, one).join("")}</l>`);
  }
});

test("a leaf may have millions of characters", () => {
  const long = "x".repeat(8_000_000);
  const recorder = new Recorder();
  const { said, error } = readWith(recorder, [
    list(record("<a>1</a>", `<b>${long}</b>`, "<c>3</c>"), record(`<b>${long}&</b>`)),
  ]);
  expect(error).toMatch(/^xml/);
  expect(said).toContain(`=${long}`);
});
