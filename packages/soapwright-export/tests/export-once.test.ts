/** Exports of an operation that changes data, whose process is killed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "soapwright-testing/export/staff";
import { isSlow } from "soapwright-testing/stage/slow";
import { changeAndKill } from "./change-and-kill";

/** `EXPORT_KILLS=50` takes about a minute. */
const kills = Number(process.env.EXPORT_KILLS ?? (isSlow ? 50 : 3));
const inputs = 400 * (kills + 1);
const folder = temporaryFolder();
afterAll(folder.remove);

const lines = <T>(name: string): T[] => {
  const path = join(folder.path, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
};

test(`${kills} kills: no input is called twice, and each without a row is reported as one that may have been made`, async () => {
  const { killed, calls, last, errors } = await changeAndKill({ kills, inputs, folder: folder.path });
  expect([last.code, last.err, errors]).toEqual([0, "", ""]);
  const rows = lines<{ n: number }>("changes.ndjson").map(({ n }) => n);
  const maybe = lines<{ row: number; code: string; message: string }>("changes.ndjson.errors");
  const summary = JSON.parse(last.out) as { uncertain: number; failed: number; state: string };

  expect(killed).toBe(kills);
  expect([...calls.values()].filter((count) => count > 1)).toEqual([]);
  expect(new Set(maybe.map(({ code: of }) => of))).toEqual(new Set(["MAYBE"]));
  expect(summary).toMatchObject({ state: "complete", uncertain: maybe.length, failed: maybe.length });
  // Each input has a row or is reported, and none has both.
  const ended = [...rows, ...maybe.map(({ row }) => row - 1)].sort((a, b) => a - b);
  expect(ended).toEqual(Array.from({ length: inputs }, (_, n) => n));
  for (const n of rows) expect(calls.get(n)).toBe(1);
  console.info(
    `${maybe.length} of ${inputs} inputs reported, ${maybe.filter(({ row }) => calls.has(row - 1)).length} of them called`,
  );
}, 600_000);
