// Clients of a built tree, by the kind of call. Only what all compared commits have in common is used: the package's main
// entry point, and clients that the tree's own generator has made of records.wsdl and of the employee service's WSDL.
const { join } = require("node:path");

const service = { baseUrl: "https://service.example", domain: "acme" };
const args = { EmployeeId: 1234, Period: 11, Year: 2026 };

/** Throws unless the response is the expected one: a fast wrong call is no call. */
function expectCount(count, expected) {
  if (count !== expected) throw new Error(`The call returned ${count} entries where the service sent ${expected}.`);
}

function employees(tree, options) {
  const { createEmployeeServiceV3 } = require(join(tree, require(join(tree, "package.json")).main));
  return createEmployeeServiceV3({ ...service, ...options });
}

const kinds = {
  list(tree, { origin, count, soapVersion }) {
    const path = soapVersion === "1.2" ? "entries12" : "entries";
    const client = employees(tree, { endpoint: `${origin}/${path}/${count}`, soapVersion, connections: 256 });
    return async () => expectCount((await client.addressGetList(args)).length, count);
  },
  /** The call of `list` by a client without credentials of its own and without a writer of envelopes. */
  plain(_tree, { origin, count, plain }) {
    const { EmployeeServiceV3 } = require(join(plain, "client.js"));
    const headers = { AuthHeaderWithDomain: { Domain: service.domain } };
    const client = new EmployeeServiceV3({ endpoint: `${origin}/entries/${count}`, headers, connections: 256 });
    return async () => expectCount((await client.addressGetList(args)).length, count);
  },
  stream(tree, { origin, count }) {
    const client = employees(tree, { endpoint: `${origin}/stream/${count}` });
    return async () => {
      let items = 0;
      for await (const entry of client.addressGetListStream(args)) items += entry.Id > 0 ? 1 : 0;
      expectCount(items, count);
    };
  },
  fault(tree, { origin }) {
    const client = employees(tree, { endpoint: `${origin}/fault`, connections: 256 });
    return async () => {
      const error = await client.addressGetList(args).then(
        () => undefined,
        (reason) => reason,
      );
      if (!String(error?.message).includes("The period is closed."))
        throw error ?? new Error("The fault was not seen.");
    };
  },
  request(_tree, { origin, count, generated }) {
    const { Records } = require(join(generated, "client.js"));
    const client = new Records({ endpoint: `${origin}/stored` });
    const records = Array.from({ length: count }, (_, index) => ({
      Id: index,
      Active: index % 3 === 0,
      Name: `Record & name ${index}`,
      ...(index % 4 === 1 ? {} : { Note: "A note of the usual length, with an é and a <." }),
      Kind: index % 2 === 0 ? "First" : "Second",
      Since: "2026-11-28",
      Hours: [7.5, 8, index / 4],
      code: `c${index}`,
    }));
    return async () => expectCount(await client.store({ Record: records }), 1000);
  },
};

/** Returns a function that makes one call and checks its result. */
exports.openClient = (tree, kind, place) => kinds[kind](tree, place);
