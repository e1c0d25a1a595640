/** The built packages in a user's Jest, which runs CommonJS and no native `import()` of it. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const folder = resolve("reports/jest-user");

const program = `
const { openService } = require("soapwright");
const { mockService } = require("soapwright-sandbox");

test("a service opened from its WSDL is called", async () => {
  const wsdl = ${JSON.stringify(resolve("wsdl/employee-service.v3.wsdl"))};
  const mock = await mockService(wsdl);
  const client = await openService(wsdl, { endpoint: mock.url + mock.places[0].path });
  const { http } = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 }).withResponse();
  await client.close();
  await mock.close();
  expect(http.status).toBe(200);
});
`;

test("a service is opened and called in it", async () => {
  if (!existsSync("packages/soapwright-contract/dist/open.js"))
    throw new Error("dist/ is absent: run `make build` first");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "orders.test.cjs"), program);
  const config = { rootDir: folder, testEnvironment: "node", testMatch: ["**/*.test.cjs"], transform: {} };
  const jest = resolve("node_modules/jest/bin/jest.js");
  const { stderr } = await promisify(execFile)(process.execPath, [jest, "--config", JSON.stringify(config)], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(stderr).toContain("1 passed, 1 total");
}, 60_000);
