/** The page of the gateway in a real browser: operations are tried, and no other host is asked. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { openService } from "soapwright";
import { absence, browserPath, startBrowser } from "soapwright-testing/page/browser";
import { startGateway } from "../../src/index";
import { startStage } from "../parcels";
import { sequence, shopWsdl } from "../tools/shop-wsdl";

jest.setTimeout(180_000);

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
// The viewer has a link in the button of each operation, and long texts in boxes that only a pointer scrolls.
const rules = `{ "nested-interactive": { enabled: false }, "scrollable-region-focusable": { enabled: false } }`;
const AXE = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa"], rules: ${rules} })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ": " + html.slice(0, 150) + " " + (any[0]?.message ?? ""))))`;

/** What is beyond the right edge, or is cut inside its element. */
const CUT = `[...document.querySelectorAll("#viewer *:not(svg *)")].flatMap((element) => {
  const { right, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return [];
  const isCut = getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
  return right > innerWidth || isCut ? [element.tagName + "." + element.className] : [];
})`;

const shots = resolve("reports/gateway-page-screenshots");

if (!browserPath) {
  console.info(absence);
  test(absence, () => undefined);
} else {
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(shots, { recursive: true });
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.each([
    [1280, "light"],
    [390, "light"],
    [1280, "dark"],
    [390, "dark"],
  ] as const)(
    "an operation is tried at a width of %i, %s, under the policy, from this host alone",
    async (width, colorScheme) => {
      const asked: unknown[] = [];
      const getParcel = (args: unknown): object => {
        asked.push(args);
        return { Id: 7, Weight: "2.50" };
      };
      const stage = await startStage({}, { handlers: { getParcel } });
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const problems: string[] = [];
      const foreign: string[] = [];
      page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
      page.on("pageerror", (error) => void problems.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith(stage.gateway.url) && !request.url().startsWith("data:"))
          foreign.push(request.url());
      });
      try {
        const response = await page.goto(`${stage.gateway.url}/`);
        expect(response!.url()).toBe(`${stage.gateway.url}/page`);
        expect(response!.headers()["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
        const operation = page.locator("#operations-Parcels-getParcel_get");
        await operation.locator(".opblock-summary-control").click();
        await operation.getByRole("button", { name: "Try it out" }).click();
        await operation.locator('tr[data-param-name="Id"] input').fill("7");
        await page.screenshot({ path: `${shots}/form-${width}-${colorScheme}.png`, fullPage: true });
        await operation.getByRole("button", { name: "Execute" }).click();
        await operation.locator(".live-responses-table .response-col_status").first().waitFor();
        expect(await operation.locator(".live-responses-table").textContent()).toContain('"Weight": "2.50"');
        expect(asked).toMatchObject([{ Id: 7 }]);
        await page.screenshot({ path: `${shots}/response-${width}-${colorScheme}.png`, fullPage: true });
        const overflow = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect(overflow).toBe(0);
        const [, red = ""] =
          /(\d+)/.exec(String(await page.evaluate("getComputedStyle(document.body).backgroundColor"))) ?? [];
        expect([colorScheme, Number(red) < 128]).toEqual([colorScheme, colorScheme === "dark"]);
        // Not by a script of the page, which its policy would not let in.
        await page.evaluate(axe);
        expect(await page.evaluate(AXE)).toEqual([]);
        expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
      } finally {
        await page.close();
        await stage.close();
      }
    },
  );

  test("at a width of 390, long names are not cut, and what was typed is not asked for", async () => {
    const name = "AVeryLongNameWithoutAPlaceToBreakTheLineOnATelephone";
    const folder = mkdtempSync(join(tmpdir(), "gateway-page-"));
    const long = `<xs:element name="${name}" minOccurs="0" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${name}"/></xs:restriction></xs:simpleType></xs:element>`;
    const request = sequence('<xs:element name="Id" type="xs:int"/>', long);
    const operations = ["Get", "Send"].map((verb) => ({ name: verb + name, request, response: request }));
    writeFileSync(join(folder, "shop.wsdl"), shopWsdl(operations).replaceAll("ShopService", `${name}Service`));
    const client = await openService(join(folder, "shop.wsdl"));
    const gateway = await startGateway({ client, port: 0, safe: ["Get*"] });
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
    try {
      await page.goto(`${gateway.url}/page`);
      const operation = page.locator(".opblock-get");
      await operation.locator(".opblock-summary-control").click();
      await operation.getByRole("button", { name: "Try it out" }).click();
      await operation.getByRole("button", { name: "Execute" }).click();
      const asks = operation.getByText("For 'Id': Required field is not provided.");
      await asks.waitFor();
      await operation.locator('tr[data-param-name="Id"] input').fill("7");
      await asks.waitFor({ state: "detached" });
      expect(await operation.locator("input.invalid").count()).toBe(0);
      await page.locator(".opblock-post .opblock-summary-control").last().click();
      for (const button of await page.locator(".models .json-schema-2020-12-expand-deep-button").all())
        await button.click();
      await page.screenshot({ path: `${shots}/long-390.png`, fullPage: true });
      expect(await page.evaluate(CUT)).toEqual([]);
    } finally {
      await page.close();
      await gateway.close();
      await client.close();
      rmSync(folder, { recursive: true });
    }
  });
}
