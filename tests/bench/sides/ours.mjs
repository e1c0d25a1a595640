// The built package, used as its README shows it. Validation is at its default.
import { checksum } from "../checksum.mjs";
import { requireFromRoot } from "../rivals.mjs";

const { createEmployeeServiceV3 } = requireFromRoot("./dist/index.js");

export async function open({ origin, count }) {
  const client = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    endpoint: `${origin}/entries/${count}`,
    domain: "acme",
    connections: 256,
  });
  const args = { EmployeeId: 1234, Period: 11, Year: 2026 };
  return {
    async call() {
      return checksum(await client.addressGetList(args));
    },
    close: () => client.close(),
  };
}
