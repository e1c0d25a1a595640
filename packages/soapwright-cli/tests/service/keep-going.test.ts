/** Whether an export goes on although no call has succeeded is the caller's word. */
import { SandboxFault } from "soapwright-sandbox";
import { environmentOf, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { runHere } from "../../../../tests/export/run-here";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.each([
  ["", 8, "Nothing has ever succeeded"],
  ["--keep-going", 1, "40 failed"],
])("an export of failing calls with %j ends with exit code %i", async (option, code, said) => {
  const fault = new SandboxFault("1099: No such administration");
  const sandbox = await startStaff({ onRequest: () => ({ kind: "fault", fault }) });
  try {
    const words = ["export", "cost-centers", "--ids", "1-40", "--out", `failing${option}.csv`];
    const ran = await runHere([...words, ...option.split(" ").filter(Boolean)], {
      cwd: folder.path,
      env: environmentOf(sandbox.url),
    });
    expect(ran).toMatchObject({ code, err: expect.stringContaining(said) });
  } finally {
    await sandbox.close();
  }
});
