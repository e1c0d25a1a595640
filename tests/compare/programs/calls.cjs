// Measures one kind of call of a built tree: `node calls.cjs TREE SETTINGS`, settings as JSON. Prints one figure as JSON: the
// processor time of a call in microseconds, all threads of this process counted, or with `allocated` the bytes of V8's heap
// that a call allocates. The latter needs --expose-gc and a young generation in which no collection comes.
const { PerformanceObserver } = require("node:perf_hooks");
const { getHeapStatistics } = require("node:v8");
const { openClient } = require("./clients.cjs");

const [tree, words] = process.argv.slice(2);
const { kind, warmUp, calls, inFlight, allocated, ...place } = JSON.parse(words);
const call = openClient(tree, kind, place);

async function makeCalls(count) {
  let begun = 0;
  const lane = async () => {
    while (begun++ < count) await call();
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, lane));
}

async function processorTime() {
  const before = process.cpuUsage();
  await makeCalls(calls);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Bytes can be counted only between two collections, so a count of calls that meets one is halved. */
async function allocatedBytes() {
  let collections = 0;
  new PerformanceObserver((list) => {
    collections += list.getEntries().length;
  }).observe({ entryTypes: ["gc"] });
  for (let count = calls; count > 0; count >>= 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
    collections = 0;
    const before = getHeapStatistics().used_heap_size;
    await makeCalls(count);
    const after = getHeapStatistics().used_heap_size;
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (collections === 0) return (after - before) / count;
  }
  throw new Error("V8 collected garbage during one call, so its allocated bytes cannot be counted.");
}

async function main() {
  await makeCalls(warmUp);
  process.stdout.write(JSON.stringify({ value: await (allocated ? allocatedBytes() : processorTime()) }));
  // Connections are kept open, and nothing waits for them.
  process.exit(0);
}

main();
