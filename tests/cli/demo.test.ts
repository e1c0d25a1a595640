/** The demo and the built command, as processes. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function node(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { PATH: process.env.PATH, ...environment } }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

beforeAll(() => {
  if (!existsSync("dist/index.mjs")) throw new Error("dist/ is absent: run `make build` first");
});

test("the demo prints four tables and one exchange, without credentials", async () => {
  const { code, out, err } = await node(["scripts/demo.mjs"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out.match(/^CostCenter_GetCurrent of employee 1003/gm)).toHaveLength(2);
  expect(out.match(/^Address_GetList of employee 1006/gm)).toHaveLength(2);
  expect(out).toMatch(/<Username>\*\*\*<\/Username>\s*<Token>\*\*\*<\/Token>/);
  expect(out).toContain("<Percentage>33.3333</Percentage>");
  expect(out).not.toMatch(/sandbox-user|sandbox-token/);
}, 60_000);

test("the command ends with 3 and one line when nothing is set", async () => {
  const { code, out, err } = await node(["dist/cli/main.js", "cost-centers", "1"]);
  expect([code, out]).toEqual([3, ""]);
  expect(err).toBe("error: The option baseUrl is missing. Set EMPLOYEE_SERVICE_BASE_URL.\n");
}, 60_000);
