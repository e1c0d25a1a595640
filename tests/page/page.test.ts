/** The page in a real browser: what it shows, what it does, and what it lets nobody do. */
import { mkdirSync, readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { versions } from "../../generated/versions";
import { type Sandbox, SandboxFault, startSandbox } from "../../src/employee-sandbox/index";
import { askAddresses, exchange } from "../sandbox/exchange";
import { contract } from "../wire/contract-facts";
import { absence, browserPath, startBrowser } from "./browser";

jest.setTimeout(180_000);

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.SCREENSHOTS;
const attack = `"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>'`;

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

if (!browserPath) {
  console.info(absence);
  test(absence, () => undefined);
} else {
  describe("the page", () => {
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let sandbox: Sandbox;
    const problems: string[] = [];

    beforeAll(async () => {
      if (shots) mkdirSync(shots, { recursive: true });
      browser = await startBrowser();
    });
    afterAll(() => browser?.close());
    beforeEach(async () => {
      problems.length = 0;
      const address = { Id: 1, Default: true, Type: "HomeAddress", Street: attack };
      const data = {
        employees: [
          { id: 1003, costCenters: [], addresses: [{ address }] },
          { id: 1004, costCenters: [], addresses: [] },
        ],
      };
      sandbox = await startSandbox({ data });
      context = await browser.newContext();
      page = await context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(sandbox.url) && !request.url().startsWith("data:")) problems.push(request.url());
      });
    });
    afterEach(async () => {
      await context.close();
      await sandbox.close();
    });

    const isAttacked = () => page.evaluate("window.attacked === 1");
    const violations = async () => {
      await page.evaluate(axe);
      const { violations: found } = (await page.evaluate("axe.run(document)")) as AxeResult;
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    };

    test("shows operations with their documentation, and exchanges as they happen", async () => {
      await page.goto(sandbox.url);
      const link = page.getByRole("link", { name: "Address_GetList" });
      // Once for each version that has it.
      const having = versions.filter(({ service }) =>
        service.operations.some(({ name }) => name === "Address_GetList"),
      );
      await expect(link.count()).resolves.toBe(having.length);
      const words = contract.documented ? "Returns all addresses of one employee" : "Address_GetList";
      expect(await page.textContent("main")).toContain(words);
      await askAddresses(sandbox.url, 1003);
      await page.waitForSelector("#exchanges tr");
      await page.getByRole("link", { name: "Address_GetList" }).last().click();
      await page.waitForURL(/exchanges/);
      expect(await page.textContent("main")).toContain("EmployeeAddress");
      expect(await page.textContent("#curl")).toContain("--data-binary");
      expect(problems).toEqual([]);
    });

    test("an operation is tried by its form, checked as one types", async () => {
      await page.goto(sandbox.url);
      await page.getByRole("link", { name: "Address_GetList" }).first().click();
      const id = page.getByLabel("EmployeeId");
      await id.fill("abc");
      const problem = page.locator('[id="field-body.EmployeeId-problem"]');
      await expect(problem.textContent()).resolves.toBe("Write a whole number.");
      await id.fill("1004");
      await expect(problem.textContent()).resolves.toBe("");
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForURL(/exchanges/);
      expect(await page.textContent("h1")).toBe("Address_GetList: 200");
      expect(problems).toEqual([]);
    });

    test("trouble is switched on and off", async () => {
      await page.goto(`${sandbox.url}/page/trouble`);
      await page.getByLabel("Kind").selectOption("busy");
      await page.getByLabel("Argument").fill("EmployeeId=1004");
      await page.getByRole("button", { name: "Add" }).click();
      await page.waitForSelector("text=0 requests so far");
      expect((await askAddresses(sandbox.url, 1003)).status).toBe(200);
      expect((await askAddresses(sandbox.url, 1004)).status).toBe(503);
      await page.getByRole("button", { name: /Remove/ }).click();
      await page.waitForSelector("text=No trouble");
      expect((await askAddresses(sandbox.url, 1004)).status).toBe(200);
    });

    test("data is edited, and refused with the place", async () => {
      await page.goto(`${sandbox.url}/page/data`);
      await page.getByLabel("JSON").fill('{ "employees": [\n{ "id": "x" }] }');
      await page.getByRole("button", { name: "Use this data" }).click();
      await page.waitForSelector("text=employees[0].id is not an integer");
      await page.getByLabel("JSON").fill('{ "employees": [{ "id": 5, "costCenters": [], "addresses": [] }] }');
      await page.getByRole("button", { name: "Use this data" }).click();
      await page.waitForLoadState();
      expect((await askAddresses(sandbox.url, 5)).status).toBe(200);
      expect((await askAddresses(sandbox.url, 1003)).status).toBe(500);
    });

    test("nothing that data, faults, envelopes or headers hold becomes markup", async () => {
      await page.goto(sandbox.url);
      await askAddresses(sandbox.url, 1003, attack.replaceAll("<", "&lt;").replaceAll(">", "&gt;"), {
        "X-Attack": attack,
      });
      sandbox.inject({
        kind: "fault",
        fault: new SandboxFault({ reason: attack, detail: "<x>&lt;script&gt;window.attacked=1&lt;/script&gt;</x>" }),
      });
      await askAddresses(sandbox.url, 1003);
      sandbox.inject({ kind: "answer", status: 200, contentType: "text/html", body: attack });
      await askAddresses(sandbox.url, 1003);
      await exchange(`${sandbox.url}/soap/v3/EmployeeService.asmx`, {
        method: "POST",
        headers: { "Content-Type": "text/xml" },
        body: attack,
      });
      await page.waitForSelector("#exchanges tr:nth-child(4)");
      await expect(isAttacked()).resolves.toBe(false);
      for (const { id } of sandbox.exchanges) {
        await page.goto(`${sandbox.url}/page/exchanges/${id}`);
        await expect(isAttacked()).resolves.toBe(false);
        await expect(page.locator("main img, main script").count()).resolves.toBe(0);
      }
      await page.goto(`${sandbox.url}/page/data`);
      await expect(isAttacked()).resolves.toBe(false);
      expect(problems).toEqual([]);
    });

    test.each(["/", "/page/operations/0/costCenterGetCurrent", "/page/trouble", "/page/data", "exchange"])(
      "%s is clean for axe, light and dark, and fits 360 pixels",
      async (path) => {
        await askAddresses(sandbox.url, 1003);
        const place = path === "exchange" ? `/page/exchanges/${sandbox.exchanges.at(-1)?.id}` : path;
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width: 1200, height: 800 });
          await page.goto(sandbox.url + place);
          await expect(violations()).resolves.toEqual([]);
          const name = path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "overview";
          if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png`, fullPage: true });
        }
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(sandbox.url + place);
        const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
        expect(width).toBeLessThanOrEqual(360);
        if (shots) await page.screenshot({ path: `${shots}/${path.replace(/\W+/g, "-") || "overview"}-narrow.png` });
      },
    );

    test("everything is reached and done by keyboard", async () => {
      await page.goto(`${sandbox.url}/page/operations/1/addressGetList`);
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate("document.activeElement.textContent")) === "Send") break;
      }
      await page.keyboard.press("Enter");
      await page.waitForURL(/exchanges/);
    });

    test("a page of another site cannot post to it, nor frame it", async () => {
      const other = await startSandbox({ handlers: {} });
      await page.goto(other.url);
      const outcome = await page.evaluate(
        `fetch(${JSON.stringify(`${sandbox.url}/page/trouble`)}, { method: "POST", mode: "no-cors", body: new URLSearchParams({ kind: "busy" }) }).then(() => "sent", () => "refused")`,
      );
      expect(["sent", "refused"]).toContain(outcome);
      expect(sandbox.troubles).toEqual([]);
      await other.close();
    });
  });
}
