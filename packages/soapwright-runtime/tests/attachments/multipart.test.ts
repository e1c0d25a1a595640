/** The parser alone: the parts are the same however a body is cut and written. */

import { multipart } from "soapwright-testing/attachments/archive";
import { MultipartReader } from "../../src/attachments/multipart";

/** The contents of the parts, with their header fields, or the error that was thrown. */
function read(body: Buffer, boundary: string, chunk = body.length || 1) {
  const parts: { headers: { [name: string]: string }; content: string }[] = [];
  let ended = 0;
  const reader = new MultipartReader(
    boundary,
    { maxParts: 20, maxHeaderBytes: 500 },
    {
      startPart: (headers) => void parts.push({ headers: Object.fromEntries(headers), content: "" }),
      bytes: (bytes) => {
        parts.at(-1)!.content += bytes.toString("latin1");
      },
      endPart: () => void ended++,
    },
  );
  for (let at = 0; at < body.length; at += chunk) reader.write(body.subarray(at, at + chunk));
  reader.end();
  expect(ended).toBe(parts.length);
  return parts;
}

/** Contents that look like delimiters around them. */
const CONTENTS = [
  "",
  "a",
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "x--b",
  "\r\n--bb\r\n",
  "\r\n--b-x",
  "\n--b -\r\n",
  "x\r\n--",
  "\r\n--",
  "x--b--",
  "\r\n-",
  "-",
  "\r\n--b\rx",
  "a\r\n--b ".padEnd(220),
];

describe.each([["\r\n"], ["\n"]])("lines end in %j", (line) => {
  test.each(CONTENTS.map((content) => [content]))("the content %j", (content) => {
    const parts = [
      { headers: [], content },
      { headers: ["A: 1"], content: `${content}${content}` },
      { headers: ["B:2", "C:\t3 "], content: "" },
    ];
    const body = multipart(parts, { boundary: "b", line });
    const want = [
      { headers: {}, content },
      { headers: { a: "1" }, content: content + content },
      { headers: { b: "2", c: "3" }, content: "" },
    ];
    // A line feed alone ends a line, so a return in front of it would belong to the line end.
    if (line === "\n") for (const each of want) each.content = each.content.replace(/\r$/, "");
    for (let chunk = 1; chunk <= 40; chunk++) expect(read(body, "b", chunk)).toEqual(want);
    expect(read(body, "b")).toEqual(want);
  });
});

test("passes over what is around the parts, and white space behind a boundary", () => {
  const body = Buffer.from(
    "preamble --b\r\n--b \t\r\n\r\none\r\n--b\t\r\n\r\ntwo\r\n--b-- \r\nepilogue\r\n--b\r\n\r\nthree\r\n--b--",
  );
  for (const chunk of [1, 2, 3, 7, 1_000]) {
    expect(read(body, "b", chunk).map(({ content }) => content)).toEqual(["one", "two"]);
  }
});

test("joins header fields over several lines", () => {
  expect(read(Buffer.from('--b\r\nContent-Type: text/xml;\r\n\ttype="x"\r\n\r\n.\r\n--b--'), "b")[0]?.headers).toEqual({
    "content-type": 'text/xml; type="x"',
  });
});

test("ends with the last bytes, with no line behind them", () => {
  expect(read(Buffer.from("--b\n\none\n--b--"), "b", 1)).toHaveLength(1);
  expect(() => read(Buffer.from("--b\n\none\n--b"), "b")).toThrow(/part 1 does not end/);
  expect(() => read(Buffer.from("--b\n\none\n--b-"), "b")).toThrow(/part 1 does not end/);
});

test.each([[""], ["x".repeat(251)], ["\u00e9"], ["a\nb"]])("takes no boundary %j", (boundary) => {
  expect(() => read(Buffer.from(""), boundary)).toThrow(/boundary/);
});

test("costs by the length of the body, whatever is in it", () => {
  const cost = (body: Buffer): number => {
    const started = process.cpuUsage();
    for (const chunk of [4_096, 65_536])
      read(Buffer.concat([Buffer.from("--b\r\n\r\n"), body, Buffer.from("\r\n--b--")]), "b", chunk);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  const size = 2_000_000;
  cost(Buffer.alloc(size, "x"));
  const plain = cost(Buffer.alloc(size, "x"));
  for (const hostile of ["\r\n--bx", "\n", "\r\n--b x", "-", "\r\n--b\rx", "\r\n--b".padEnd(250)]) {
    expect(cost(Buffer.alloc(size, hostile)) / (plain + 20_000)).toBeLessThan(100);
  }
});
