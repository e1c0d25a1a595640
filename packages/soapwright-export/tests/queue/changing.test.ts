/** An operation that changes data, exported to a real PostgreSQL by a process that is killed. */
import { temporaryFolder } from "soapwright-testing/export/staff";
import { query, startPostgres, type TestServer } from "soapwright-testing/queue/servers";
import { changeAndKill } from "../change-and-kill";

const kills = Number(process.env.EXPORT_KILLS ?? 3);
const inputs = 400 * (kills + 1);
const folder = temporaryFolder();
let postgres: TestServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(async () => {
  await postgres?.remove();
  folder.remove();
});

test(`${kills} kills: no input is called twice, and each without a row is reported as one that may have been made`, async () => {
  const { killed, calls, last } = await changeAndKill({ kills, inputs, folder: folder.path, address: postgres.url });
  expect([last.code, last.err, killed]).toEqual([0, "", kills]);
  const rows = await query<{ n: number }>(postgres.url, "SELECT n FROM changes");
  const maybe = await query<{ n: number; code: string }>(
    postgres.url,
    "SELECT number::integer AS n, code FROM export_errors",
  );
  expect([...calls.values()].filter((count) => count > 1)).toEqual([]);
  expect(new Set(maybe.map(({ code }) => code))).toEqual(new Set(["MAYBE"]));
  expect(JSON.parse(last.out)).toMatchObject({ state: "complete", uncertain: maybe.length, failed: maybe.length });
  // Each input has a row or is reported, and none has both.
  const ended = [...rows, ...maybe].map(({ n }) => n).sort((a, b) => a - b);
  expect(ended).toEqual(Array.from({ length: inputs }, (_, n) => n));
}, 600_000);
