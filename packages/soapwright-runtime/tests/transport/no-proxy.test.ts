import { isLoopback, parseAddress } from "../../src/transport/address";
import { isExcluded } from "../../src/transport/no-proxy";
import { chooseProxy } from "../../src/transport/proxy";

const excluded = (url: string, list: string) => isExcluded(parseAddress(url, "endpoint"), list);

test.each([
  // Names and their subdomains.
  ["https://example.com/", "example.com"],
  ["https://a.b.example.com/", "example.com"],
  ["https://example.com/", ".example.com"],
  ["https://a.example.com/", ".example.com"],
  ["https://a.example.com/", "*.example.com"],
  ["https://EXAMPLE.com/", "Example.COM"],
  ["https://example.com./", "example.com"],
  ["https://example.com/", "example.com."],
  ["https://b\u00fccher.example/", "b\u00fccher.example"],
  ["https://b\u00fccher.example/", "xn--bcher-kva.example"],
  // Ports.
  ["https://example.com/", "example.com:443"],
  ["http://example.com:8080/", "example.com:8080"],
  ["https://10.1.2.3:8443/", "10.1.2.3:8443"],
  ["https://[2001:db8::1]:8443/", "[2001:db8::1]:8443"],
  // Addresses in every notation.
  ["https://10.1.2.3/", "10.1.2.3"],
  ["https://[2001:db8::1]/", "2001:db8::1"],
  ["https://[2001:db8::1]/", "[2001:db8::1]"],
  ["https://[2001:db8::1]/", "2001:0DB8:0:0:0:0:0:1"],
  ["https://[2001:db8::1]:8443/", "2001:db8::1"],
  ["https://[::ffff:10.1.2.3]/", "10.1.2.3"],
  ["https://10.1.2.3/", "::ffff:10.1.2.3"],
  ["https://10.1.2.3/", "::ffff:a01:203"],
  // Ranges.
  ["https://10.1.2.3/", "10.0.0.0/8"],
  ["https://10.255.255.255/", "10.0.0.0/8"],
  ["https://10.1.2.3/", "10.1.2.3/32"],
  ["https://10.1.2.3/", "0.0.0.0/0"],
  ["https://10.1.2.131/", "10.1.2.129/25"],
  ["https://[2001:db8:1:2::3]/", "2001:db8::/32"],
  ["https://[2001:db8:1:2::3]/", "[2001:db8::]/32"],
  ["https://[2001:db8::1]/", "2001:db8::1/128"],
  ["https://[::ffff:10.1.2.3]/", "10.0.0.0/8"],
  ["https://10.1.2.3/", "::ffff:10.0.0.0/104"],
  // Lists.
  ["https://example.com/", "*"],
  ["https://example.com/", "other.example, example.com"],
  ["https://example.com/", "  other.example\t10.0.0.0/8 ,,example.com  "],
])("%s is left out by NO_PROXY=%s", (url, list) => {
  expect(excluded(url, list)).toBe(true);
});

test.each([
  ["https://example.com/", ""],
  ["https://example.com/", " , "],
  ["https://example.com/", "com.example"],
  ["https://notexample.com/", "example.com"],
  ["https://notexample.com/", ".example.com"],
  ["https://example.com.evil.example/", "example.com"],
  ["https://example.com/", "example.com:8443"],
  ["https://example.com/", "a.example.com"],
  ["https://example.com/", "."],
  ["https://example.com/", "*."],
  ["https://example.com:8443/", "*:443"],
  // The end of an address is neither its port nor a domain.
  ["https://[2001:db8::2]:1/", "2001:db8::1"],
  ["https://[2001:db8::]:1/", "2001:db8::1"],
  ["https://[2001:db8::1]/", "[2001:db8::1]:8443"],
  ["https://10.1.2.3/", "2.3"],
  ["https://10.1.2.3/", ".1.2.3"],
  ["https://10.1.2.3:8443/", "10.1.2.3:443"],
  ["https://10.1.2.33/", "10.1.2.3"],
  // Invalid ranges, and ranges of other addresses.
  ["https://11.1.2.3/", "10.0.0.0/8"],
  ["https://10.1.2.3/", "10.1.2.128/25"],
  ["https://10.1.2.3/", "10.0.0.0/33"],
  ["https://10.1.2.3/", "10.0.0.0/"],
  ["https://10.1.2.3/", "10.0.0.0/-1"],
  ["https://10.1.2.3/", "10.0.0.0/8/8"],
  ["https://10.1.2.3/", "10/8"],
  ["https://[2001:db9::1]/", "2001:db8::/32"],
  ["https://[2001:db8::1]/", "2001:db8::/129"],
  ["https://[2001:db8::1]/", "0.0.0.0/0"],
  ["https://10.1.2.3/", "::/0"],
  ["https://11.1.2.3/", "::ffff:10.0.0.0/104"],
  ["https://10.1.2.3/", "::ffff:10.0.0.0/95"],
  ["https://example.com/", "0.0.0.0/0"],
  ["https://example.com/", "example.com/8"],
])("%s is not left out by NO_PROXY=%s", (url, list) => {
  expect(excluded(url, list)).toBe(false);
});

test("the environment is asked in lower case first, and loopback is never proxied", () => {
  const service = parseAddress("https://10.1.2.3/", "endpoint");
  const environment = { HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: "10.0.0.0/8" };
  expect(chooseProxy("environment", service, environment)).toBeUndefined();
  expect(chooseProxy("environment", service, { ...environment, no_proxy: "" })?.hostname).toBe("proxy.example");
  expect(chooseProxy("http://proxy.example", parseAddress("http://localhost/", "endpoint"), {})).toBeUndefined();
});

test.each([
  ["http://localhost/", true],
  ["http://LOCALHOST/", true],
  ["http://localhost./", true],
  ["http://a.localhost/", true],
  ["http://127.0.0.1/", true],
  ["http://127.1/", true],
  ["http://0x7f000001/", true],
  ["http://127.255.255.254/", true],
  ["http://[::1]/", true],
  ["http://[0:0:0:0:0:0:0:1]/", true],
  ["http://[::ffff:127.0.0.1]/", true],
  ["http://[::ffff:7f00:1]/", true],
  ["http://[::ffff:7fff:ffff]/", true],
  ["http://[::ffff:7f1:203]/", false],
  ["http://[::ffff:7f:1]/", false],
  ["http://[::ffff:7.241.2.3]/", false],
  ["http://[::ffff:10.0.0.1]/", false],
  ["http://[::ffff:0:7f00:1]/", false],
  ["http://[::7f00:1]/", false],
  ["http://[::2]/", false],
  ["http://128.0.0.1/", false],
  ["http://127.0.0.1.example/", false],
  ["http://localhost.example/", false],
  ["http://notlocalhost/", false],
  ["http://0.0.0.0/", false],
])("%s is loopback: %p", (url, loopback) => {
  expect(isLoopback(new URL(url).hostname)).toBe(loopback);
});
