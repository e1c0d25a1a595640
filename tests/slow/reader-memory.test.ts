/** The memory of a reader's cache of names. */

import { collectGarbage } from "soapwright-testing/collect-garbage";
import { read } from "soapwright-testing/xml/recorder";
import { ReaderPlan } from "../../packages/soapwright-runtime/src/xml/xml-namespaces";

const children = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<${prefix}${index}/>`).join("");

test("names never met again do not pile up", () => {
  const plan = new ReaderPlan();
  const before = heapAfterGc();
  for (let round = 0; round < 60; round++) read(`<a>${children(`name-that-is-long-${round}-`, 1_500)}</a>`, plan);
  expect(heapAfterGc() - before).toBeLessThan(16 * 2 ** 20);
});

test("a name does not keep the text alive that it was cut from", () => {
  const plan = new ReaderPlan();
  const before = heapAfterGc();
  for (let round = 0; round < 16; round++) {
    read(
      `<a-name-over-thirteen-characters-${round}>${"x".repeat(2 ** 20)}</a-name-over-thirteen-characters-${round}>`,
      plan,
    );
    read(`<b${round} short="1">${"x".repeat(2 ** 20)}</b${round}>`, plan);
    read(`<c xmlns="urn:over-thirteen-characters:${round}">${"x".repeat(2 ** 20)}</c>`, plan);
  }
  expect(heapAfterGc() - before).toBeLessThan(8 * 2 ** 20);
});

function heapAfterGc(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
