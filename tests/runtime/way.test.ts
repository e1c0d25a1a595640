/** How much of ours a small call passes through: what a newcomer has to read to follow it. */
import { answer } from "../transport/raw-server";
import { runChild } from "./child";
import { endAfterEach, serve } from "./stage";
import type { WayReport, WayTask } from "./way-process";

endAfterEach();

const NS = "https://service.example/soap/v3/EmployeeService";
const list = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Address_GetListResponse xmlns="${NS}"><Address_GetListResult><EmployeeAddress><Id>1</Id><Default>true</Default><Street>Main</Street><Type>HomeAddress</Type></EmployeeAddress></Address_GetListResult></Address_GetListResponse></s:Body></s:Envelope>`;

// 33 are wanted, half of what they were at first. Lower the bound with each file that goes.
const MOST_FILES = 38;

test("a small call runs through no more files of ours than before", async () => {
  const server = await serve((socket) => socket.write(answer(list)));
  const task: WayTask = { url: server.url };
  const { report, end, stderr } = await runChild<WayReport>("way-process.ts", task);
  expect([end, stderr]).toEqual([0, ""]);
  // Something was measured at all.
  expect(report?.files).toContainEqual(expect.stringMatching(/^src\/client\//));
  expect(report?.functions).toBeGreaterThan(20);
  if (report !== undefined && report.files.length > MOST_FILES) {
    throw new Error(`${report.files.length} files and ${report.functions} functions:\n${report.files.join("\n")}`);
  }
});
