// The jobs of a side. Every result is checked against the checksum of the response.
import { checksum } from "../checksum.mjs";
import { envelope, expectedChecksum, streamBlock } from "../server/responses.mjs";

async function checkedCall(side, expected) {
  const sum = await side.call();
  if (sum !== expected) throw new Error(`checksum ${sum}, expected ${expected}`);
}

/** Runs `work`, and returns wall and processor time in microseconds. */
async function measured(work) {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  await work();
  const wallUs = Number(process.hrtime.bigint() - start) / 1000;
  const used = process.cpuUsage(cpu);
  return { wallUs, cpuUs: used.user + used.system };
}

const residentMb = () => process.memoryUsage.rss() / 2 ** 20;

export const jobs = {
  /** Makes calls with `inFlight` at a time for `ms`, and at least `least` of them. */
  async calls(side, { inFlight, ms, least = 1, expected }) {
    let calls = 0;
    const times = await measured(async () => {
      const end = performance.now() + ms;
      const lane = async () => {
        do {
          await checkedCall(side, expected);
          calls++;
        } while (performance.now() < end || calls < least);
      };
      await Promise.all(Array.from({ length: inFlight }, lane));
    });
    return { callsPerSecond: (calls * 1e6) / times.wallUs, cpuUsPerCall: times.cpuUs / calls, calls };
  },

  /**
   * Decodes a response repeatedly for `ms`, from bytes to the list, which is checked. A side may have its own bytes for
   * the same list. Only decoding counts.
   */
  async decode(side, { count, ms, expected }) {
    const bytes = side.bytes?.(count) ?? Buffer.from(envelope(count));
    let decoded = 0;
    let wallUs = 0;
    let cpuUs = 0;
    const end = performance.now() + ms;
    do {
      let entries;
      const times = await measured(() => {
        entries = side.decode(bytes);
      });
      wallUs += times.wallUs;
      cpuUs += times.cpuUs;
      const sum = checksum(entries);
      if (sum !== expected) throw new Error(`checksum ${sum}, expected ${expected}`);
      decoded++;
    } while (performance.now() < end);
    return { bytesPerSecond: (decoded * bytes.length * 1e6) / wallUs, cpuUsPerDecode: cpuUs / decoded };
  },

  /** Measures the time of one call, and the peak of the resident memory that it adds, in a new process. */
  async growth(side, { calls, expected }) {
    const idleMb = residentMb();
    const wallMs = [];
    for (let call = 0; call < calls; call++) {
      const { wallUs } = await measured(() => checkedCall(side, expected));
      wallMs.push(wallUs / 1000);
    }
    return { firstMs: wallMs[0], bestMs: Math.min(...wallMs), peakMb: process.resourceUsage().maxRSS / 1024 - idleMb };
  },

  /** Reads a streamed list, and returns the growth of resident memory over that of the idle client after one call. */
  async stream(side, { count }) {
    await side.call();
    globalThis.gc?.();
    const idleMb = residentMb();
    let peakMb = idleMb;
    let result;
    const times = await measured(async () => {
      result = await side.stream((items) => {
        if (items % 2000 === 0) peakMb = Math.max(peakMb, residentMb());
      });
    });
    if (result.items !== count) throw new Error(`${result.items} entries of ${count}`);
    // The server repeats its first entries.
    const block = expectedChecksum(streamBlock);
    const rest = expectedChecksum(count % streamBlock);
    const sum = block * Math.floor(count / streamBlock) + rest;
    if (result.sum !== sum) throw new Error(`checksum ${result.sum}, expected ${sum}`);
    return { idleMb, growthMb: peakMb - idleMb, entriesPerSecond: (count * 1e6) / times.wallUs };
  },
};
