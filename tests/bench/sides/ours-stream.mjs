// The built package with its stream. One small call comes first, so that what it loads does not count.
import { entryChecksum } from "../checksum.mjs";
import { requireFromRoot } from "../rivals.mjs";

const { createEmployeeServiceV3 } = requireFromRoot("./dist/index.js");

export async function open({ origin, count }) {
  const settings = { baseUrl: "https://service.example", domain: "acme" };
  const small = createEmployeeServiceV3({ ...settings, endpoint: `${origin}/entries/2` });
  const long = createEmployeeServiceV3({ ...settings, endpoint: `${origin}/stream/${count}` });
  const args = { EmployeeId: 1234, Period: 11, Year: 2026 };
  return {
    call: () => small.addressGetList(args),
    /** Reads the streamed list. `onItem` receives the number of entries so far. */
    async stream(onItem) {
      let sum = 0;
      let items = 0;
      for await (const entry of long.addressGetListStream(args)) {
        sum += entryChecksum(entry);
        onItem(++items);
      }
      return { sum, items };
    },
  };
}
