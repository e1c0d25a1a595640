/**
 * The view of a large contract as one file in a real browser: 191 operations, 35,000 types, long and right-to-left
 * names.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { absence, browserPath, startBrowser } from "soapwright-testing/page/browser";
import { problemsOfSight } from "soapwright-testing/page/sight";
import { inspect } from "../../src/wsdl/inspect/inspect";

jest.setTimeout(300_000);

const operations = 191;
const types = operations * 184;

/** Returns a WSDL with a chain of types below each operation, with names of every kind. */
function largeWsdl(): string {
  const each = types / operations;
  const long = "ANameThatNobodyWritesByHandAndThatToolsMakeOfGenericClassesWithSeveralParametersOfTheirOwn";
  const typeName = (index: number) =>
    index % 97 === 0 ? `סוג_${index}` : index % 50 === 0 ? `${long}${index}` : `Type${index}`;
  const areas = ["Employee", "CostCenter", "Address", "Payroll", "שכר"];
  const schema: string[] = [];
  for (let index = 0; index < types; index++) {
    const next =
      (index + 1) % each === 0 || index + 1 === types
        ? ""
        : `<xs:element name="Next" type="t:${typeName(index + 1)}" minOccurs="0"/>`;
    schema.push(
      `<xs:complexType name="${typeName(index)}"><xs:sequence><xs:element name="Id" type="xs:int"/><xs:element name="Names" type="xs:string" maxOccurs="unbounded"/>${next}</xs:sequence></xs:complexType>`,
    );
  }
  const names = Array.from({ length: operations }, (_, index) => `${areas[index % areas.length]}_Operation${index}`);
  for (const [index, name] of names.entries())
    schema.push(`<xs:element name="${name}" type="t:${typeName(index * each)}"/>`);
  const all = (text: (name: string, index: number) => string): string => names.map(text).join("");
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:example:large" targetNamespace="urn:example:large"><types><xs:schema targetNamespace="urn:example:large" elementFormDefault="qualified">${schema.join("")}</xs:schema></types>${all((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`)}<portType name="Large">${all((name, index) => `<operation name="${name}"><documentation>${index % 5 === 4 ? "מחזיר את כל הנתונים של העובד" : `Does number ${index}.`}</documentation><input message="t:${name}"/><output message="t:${name}"/></operation>`)}</portType><binding name="Large" type="t:Large"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${all((name) => `<operation name="${name}"><s:operation soapAction="urn:example:large/${name}"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`)}</binding><service name="Large"><port name="Large" binding="t:Large"><s:address location="http://127.0.0.1/Large.asmx"/></port></service></definitions>`;
}

if (!browserPath) {
  console.info(absence);
  test(absence, () => undefined);
} else {
  test("a large contract is searched, grouped and walked as a tree, from a file alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "contract-"));
    const wsdl = join(folder, "large.wsdl");
    writeFileSync(wsdl, largeWsdl());
    const streams = new RecordedStreams();
    expect(await inspect(wsdl, { html: true, maxTypes: 100_000 }, streams)).toBe(0);
    const file = join(folder, "large.html");
    writeFileSync(file, streams.output);
    const browser: Browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("request", (request) => request.url().startsWith("file:") || problems.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      const list = page.locator("#contract-list");
      await expect(list.locator("h2").allTextContents()).resolves.toEqual([`Operations ${operations}`, "Types 35,144"]);
      await expect(list.locator("details.group").count()).resolves.toBe(5);
      const search = page.getByLabel("Find an operation or a type");
      await search.fill("operation42");
      await page.getByText("1 found.").waitFor();
      await list.getByRole("link").click();
      const detail = page.locator("#contract-detail");
      await expect(detail.locator("h2").textContent()).resolves.toBe("Address_Operation42");
      await expect(detail.locator(".member").allTextContents()).resolves.toContain("Names");
      for (let level = 0; level < 5; level++) {
        await detail.locator("button.toggle[aria-expanded=false]").first().click();
      }
      expect(await detail.locator(".tree-part").count()).toBeGreaterThan(5);
      const pathOf = async () => (await page.evaluate("location.hash")) as string;
      const before = await pathOf();
      await detail.locator(".tree-part a").last().click();
      expect(await pathOf()).toMatch(/^#type\/\d+$/);
      await expect(detail.locator(".eyebrow").textContent()).resolves.toBe("Type");
      await page.goBack();
      expect(await pathOf()).toBe(before);
      await search.fill("ANameThat");
      await page.getByText(/and \d+ more: search/).waitFor();
      expect(await problemsOfSight(page)).toEqual([]);
      await search.fill("שכר");
      await page.getByText(/^\d+ found\.$/).waitFor();
      await list.getByRole("link").first().click();
      expect(await problemsOfSight(page)).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
