/** The amount of our code on the path of a small call, which a newcomer must read to follow it. */

import { join } from "node:path";
import { runChild } from "soapwright-testing/stage/child";
import { endAfterEach, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import type { WayReport, WayTask } from "./way-process";

endAfterEach();

const answers: { readonly [V in WayTask["version"]]: string } = {
  "v2.1": `<CostCenter_GetCurrentResponse xmlns="https://service.example/soap/v2.1/EmployeeService"><CostCenter_GetCurrentResult><EmployeeCostCenter><Id>1</Id><CostCenter><Code>4100</Code><Description>Sales</Description><Id>7</Id></CostCenter><Percentage>100.0</Percentage><Default>true</Default></EmployeeCostCenter></CostCenter_GetCurrentResult></CostCenter_GetCurrentResponse>`,
  v3: `<Address_GetListResponse xmlns="https://service.example/soap/v3/EmployeeService"><Address_GetListResult><EmployeeAddress><Id>1</Id><Default>true</Default><Street>Main</Street><Type>HomeAddress</Type></EmployeeAddress></Address_GetListResult></Address_GetListResponse>`,
};

function envelope(body: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
}

/** Folders that a newcomer can skip: they read and write XML by the tables of the contract. */
const CODEC = /^src\/(?:xml|schema|xsd)\//;
const MOST_FILES = 18;

test.each(["v2.1", "v3"] as const)(
  "a small call of %s runs through no more files of ours than before",
  async (version) => {
    const server = await serve((socket) => socket.write(answer(envelope(answers[version]))));
    const task: WayTask = { url: server.url, version };
    const { report, end, stderr } = await runChild<WayReport>(join(__dirname, "way-process.ts"), task);
    expect([end, stderr]).toEqual([0, ""]);
    // The measurement is not empty.
    expect(report?.files).toContainEqual(expect.stringMatching(/^src\/client\//));
    expect(report?.functions).toBeGreaterThan(20);
    const files = report?.files.filter((file) => !CODEC.test(file)) ?? [];
    if (files.length > MOST_FILES) throw new Error(`${files.length} files:\n${files.join("\n")}`);
  },
);
