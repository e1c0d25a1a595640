/** Tests `soap/mask` by itself: no entry point shows it whole. */
import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { Secrets } from "../../src/soap/mask";

/** Masking of a call's secrets, however the service writes them. */
describe("secrets", () => {
  function maskOf(...texts: string[]): (text: string) => string {
    const secrets = new Secrets();
    for (const text of texts) secrets.add(text);
    return (text) => secrets.mask(text);
  }

  test.each([
    ["as it is", "p<&>w'\"d/1 é", "p<&>w'\"d/1 é"],
    ["in another case", "hunter22", "HUNTER22"],
    ["with references of XML", "p<&>w'\"d", "p&lt;&amp;&gt;w&apos;&quot;d"],
    ["with references of HTML, twice", "p<&>w", "p&amp;lt;&amp;amp;&amp;gt;w"],
    ["with numbers", "p<w", "p&#60;w"],
    ["with hexadecimal numbers", "p<w", "p&#x3C;w"],
    ["with zeros in front", "p<w", "p&#060;w"],
    ["wholly in numbers", "abc", "&#97;&#98;&#99;"],
    ["with escapes of JSON", 'p"w\\x/é', 'p\\"w\\\\x\\/\\u00e9'],
    ["percent-encoded", "p/w é", "p%2Fw%20%C3%A9"],
    ["percent-encoded in lower case", "p/w", "p%2fw"],
    ["as a form", "p w", "p+w"],
  ])("a secret is found written %s", (_how, secret, written) => {
    expect(maskOf(secret)(`before ${written} behind`)).toBe("before *** behind");
  });

  test.each([
    ["domain", "acme", "acmeshop is not acme", "acmeshop is not ***"],
    ["short, in a word", "in", "Employee not found in index", "Employee not found *** index"],
    ["one letter", "a", "a banana", "*** banana"],
    ["a number", "17", "17 of 170, 2017", "*** of 170, 2017"],
    ["with umlauts", "ä", "ä und Bär", "*** und Bär"],
    ["between signs", "me", "user=me;name=(me)", "user=***;name=(***)"],
    ["of signs", "$^*", "a$^*b", "a***b"],
    ["with a colon", "team:Body-shop", "no team:Body-shop here", "no *** here"],
    ["long, in a word", "abcdefghijklmnopqrst", "xabcdefghijklmnopqrsty", "x***y"],
  ])("whole values are found: %s", (_what, secret, text, masked) => {
    expect(maskOf(secret)(text)).toBe(masked);
  });

  test("the longer of two secrets goes first, and blanks around one are no part of it", () => {
    expect(maskOf("abc", "abc def", "  ghi\n")("abc def, abc, ghi")).toBe("***, ***, ***");
  });

  test("nothing, blanks and an empty text are no secrets", () => {
    expect(maskOf("", "   ", "\n")("a  b")).toBe("a  b");
  });

  test("of a very long secret what follows its beginning goes too", () => {
    const secret = Array.from({ length: 400 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
    const masked = maskOf(secret)(`before ${secret} behind ${secret.slice(0, 300)}`);
    expect(masked).toBe("before *** behind ***");
  });

  test("the masked text does not hold what special characters of a pattern could do", () => {
    for (const secret of [".*", "[a]", "a|b", "(x", "\\d", "$&", "a{9999}", "^", "\ud83d", "\ud83d\ude00"]) {
      expect(maskOf(secret)(`x ${secret} y`)).toBe("x *** y");
      expect(maskOf(secret)("x other y")).toBe("x other y");
    }
  });

  test("secrets of headers: the whole value, the token, and user and password of Basic", () => {
    const secrets = new Secrets();
    const basic = Buffer.from("user-name:pass:word").toString("base64");
    secrets.addHttpHeaders(["Authorization", `Basic ${basic}`, "X-Key", "Bearer tok-en", "Content-Type", "text/xml"]);
    expect(secrets.mask(`${basic}; user-name; pass:word; tok-en; text/xml`)).toBe("***; ***; ***; ***; text/xml");
  });

  test("secrets of a block of our own: attributes too, without namespaces, types and what is plain", () => {
    const secrets = new Secrets(new Set(["User"]));
    const xml =
      '<Key xmlns="urn:a" xmlns:b="urn:b" id="one&amp;two" b:pin="4711" xsi:type="b:Text"><User>me</User><Pass>three</Pass></Key>';
    secrets.addBlock(xml, true);
    expect(secrets.mask("one&two 4711 three me urn:a urn:b b:Text")).toBe("*** *** *** me urn:a urn:b b:Text");
  });

  test("a block of our own has no plain addresses, and each item of a list is secret", () => {
    const secrets = new Secrets();
    secrets.addBlock('<To xmlns="http://www.w3.org/2005/08/addressing">urn:to?key=4711</To>', true);
    secrets.addValue({ Keys: ["alpha-1", "beta-2"], Octets: new Uint8Array([1, 2, 3, 4]) }, "Session");
    expect(secrets.mask("urn:to?key=4711 beta-2 alpha-1 AQIDBA==")).toBe("*** *** *** ***");
  });

  test("secrets of a block of another's, and of the query", () => {
    const secrets = new Secrets();
    secrets.addBlock('<a:Key xmlns:a="urn:a">one&amp;two</a:Key><b> three </b>');
    secrets.addQuery("?key=fo%20ur&x=5ive");
    expect(secrets.mask("one&two one&amp;two three fo ur key=fo%20ur&x=5ive 5ive")).toBe("*** *** *** *** *** ***");
  });

  test("only long secrets are looked for among names", () => {
    const secrets = new Secrets();
    secrets.add("short");
    secrets.add("long-enough");
    expect(secrets.namesMasker()("short long-enough")).toBe("short ***");
  });

  test.each([
    ["many", 2_000, 20],
    ["many and long", 2_000, 300],
    ["long beyond measure", 3, 200_000],
  ])("secrets that are %s cost what they are long", async (_what, count, length) => {
    const secrets = new Secrets();
    const one = (i: number): string => `${i}-`.padEnd(length, "abcdefghij klmnop/");
    for (let i = 0; i < count; i++) secrets.add(one(i));
    const text = `${"some & other text ".repeat(200)} ${one(count - 1)}`;
    const took = await processorMs(() => {
      expect(secrets.mask(text)).not.toContain("abcdefghij");
      expect(secrets.mask("a % b")).toBe("a % b");
    });
    expect(took).toBeLessThan(FOR_EVER_MS);
  });
});
