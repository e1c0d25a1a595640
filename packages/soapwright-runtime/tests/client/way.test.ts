/** The amount of our code on the path of a small call, which a newcomer must read to follow it. */

import { join } from "node:path";
import { runChild } from "soapwright-testing/stage/child";
import { endAfterEach, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import type { WayReport, WayTask } from "./way-process";

endAfterEach();

const orders = `<EchoResponse xmlns="urn:example"><EchoResult><Order><Number>1</Number><Lines>a</Lines><Parts>1.5</Parts></Order></EchoResult></EchoResponse>`;

function envelope(body: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
}

/** Files that a newcomer can skip: they read and write XML by the tables of the contract, or are these tables. */
const CODEC = /^src\/(?:xml|schema|xsd|golden)\//;
const MOST_FILES = 16;

test("a small call runs through no more files of ours than before", async () => {
  const server = await serve((socket) => socket.write(answer(envelope(orders))));
  const task: WayTask = { url: server.url };
  const { report, end, stderr } = await runChild<WayReport>(join(__dirname, "way-process.ts"), task);
  expect([end, stderr]).toEqual([0, ""]);
  // The measurement is not empty.
  expect(report?.files).toContainEqual(expect.stringMatching(/^src\/client\//));
  expect(report?.functions).toBeGreaterThan(20);
  const files = report?.files.filter((file) => !CODEC.test(file)) ?? [];
  if (files.length > MOST_FILES) throw new Error(`${files.length} files:\n${files.join("\n")}`);
});
