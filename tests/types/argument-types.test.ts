/**
 * Arguments that compile and arguments that do not: `make typecheck` reads them, and the client refuses the same ones.
 */
import type { Call } from "soapwright-runtime";
import type { Campaign, CampaignInput, CampaignInput2, Save } from "soapwright-testing/golden/cases/arguments/index";
import { Campaigns, Status } from "soapwright-testing/golden/cases/arguments/index";
import type { add } from "soapwright-testing/golden/cases/rpc-encoded/types";

const client = new Campaigns({ endpoint: "http://127.0.0.1:9/campaigns", retries: 0 });
afterAll(() => client.close());

const campaign: CampaignInput2 = { EndDate: new Date(0), Status: "Active" };
const required = { Campaign: [campaign], B: ["1"] };
const save: Save = required;

/** Returns the message of a call that is refused before anything is sent. */
async function refusal(call: () => Call<unknown>): Promise<string> {
  return call().then(
    () => "",
    (error: Error) => error.message,
  );
}

test("a type of both directions takes a Date and the known values as an argument", async () => {
  const read: Campaign = { EndDate: "2026-11-21T08:30:00Z", Status: "Activ" };
  // @ts-expect-error A result is text.
  read.EndDate = new Date(0);
  // @ts-expect-error No value of Status.
  const wrong: CampaignInput2 = { EndDate: "2026-11-21T08:30:00Z", Status: "Activ" };
  expect(await refusal(() => client.save({ ...save, Campaign: [wrong] }))).toContain("Status");
  expect(await refusal(() => client.save(save))).toContain("127.0.0.1");
  const natural: CampaignInput = { Note: "Its name was taken." };
  expect([natural, read, Status]).toBeDefined();
});

test("a nillable element with base64Binary is octets, their source, or null", async () => {
  expect(await refusal(() => client.picture(null))).toContain("127.0.0.1");
  expect(await refusal(() => client.picture(new Uint8Array(1)))).toContain("127.0.0.1");
  // @ts-expect-error Text is no octets.
  expect(await refusal(() => client.picture("text"))).not.toContain("127.0.0.1");
});

test("an abstract type without derived types has no values", async () => {
  // @ts-expect-error Nothing is a Budget.
  const wrong: Save = { ...required, Budget: { Sum: 1 } };
  expect(await refusal(() => client.save(wrong))).toContain("Budget");
});

test("an optional group is there as a whole, or not at all", async () => {
  const whole: Save = { ...required, Street: "Main Street", City: "Springfield" };
  expect(await refusal(() => client.save(whole))).toContain("127.0.0.1");
  // @ts-expect-error City is missing.
  const part: Save = { ...required, Street: "Main Street" };
  expect(await refusal(() => client.save(part))).toContain("City");
  // @ts-expect-error So are Street and City.
  const rest: Save = { ...required, Country: "US" };
  expect(await refusal(() => client.save(rest))).toMatch(/Street|City|Country/);
});

test("an empty list of a branch of a choice compiles", () => {
  const chosen: Save = { Campaign: [campaign], A: ["1"], B: [] };
  expect(chosen.B).toEqual([]);
});

test("the parts of an encoded message are required", () => {
  // @ts-expect-error Without its parts.
  const nothing: add = {};
  const all: add = { order: null, count: 1 };
  expect([nothing, all]).toBeDefined();
});
