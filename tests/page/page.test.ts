/** The page in a real browser: its content, its actions, and the accesses that it refuses. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { absence, browserPath, startBrowser } from "soapwright-testing/page/browser";
import { problemsOfSight } from "soapwright-testing/page/sight";
import { askAddresses, exchange } from "soapwright-testing/sandbox/raw-exchange";
import { contract } from "soapwright-testing/wire/contract-facts";
import { versions } from "../../generated/versions";
import { type Sandbox, SandboxFault, startSandbox } from "../../src/sandbox/index";

jest.setTimeout(180_000);

const shots = resolve("reports/page-screenshots");
const attack = `"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>'`;

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
      mkdirSync(shots, { recursive: true });
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
    test("shows new exchanges by itself, and is called after its services", async () => {
      await page.goto(sandbox.url);
      expect(await page.title()).toMatch(/^Overview - Sandbox of EmployeeService/);
      expect(await page.textContent(".exchanges")).toContain("No request has come yet.");
      await askAddresses(sandbox.url, 1003);
      await page.locator("#exchanges tr").first().waitFor();
      await askAddresses(sandbox.url, 1004);
      await page.locator("#exchanges tr").nth(1).waitFor();
      await expect(page.locator("#exchanges tr").count()).resolves.toBe(2);
      expect(problems).toEqual([]);
    });

    test("shows operations with their documentation, and the last exchanges", async () => {
      await page.goto(sandbox.url);
      const link = page.getByRole("link", { name: "Address_GetList" });
      // There is one for each version with the operation.
      const having = versions.filter(({ service }) =>
        service.operations.some(({ name }) => name === "Address_GetList"),
      );
      await expect(link.count()).resolves.toBe(having.length);
      const words = contract.documented ? "Returns all addresses of one employee" : "Address_GetList";
      expect(await page.textContent("main")).toContain(words);
      await askAddresses(sandbox.url, 1003);
      await page.reload();
      await page.getByRole("link", { name: "Address_GetList" }).last().click();
      await page.waitForURL(/exchanges/);
      expect(await page.textContent("main")).toContain("EmployeeAddress");
      expect(await page.textContent("#typescript")).toContain("createEmployeeServiceV3({");
      expect(await page.textContent("#curl")).toContain("--data-binary");
      expect(problems).toEqual([]);
    });

    test("an operation is tried by its form, checked as one types and when one sends", async () => {
      await page.goto(sandbox.url);
      await page.getByRole("link", { name: "Address_GetList" }).first().click();
      await expect(page.getByRole("heading", { name: "Response" }).count()).resolves.toBe(0);
      const id = page.getByLabel("EmployeeId");
      await id.fill("abc");
      const problem = page.locator('[id="field-body.EmployeeId-problem"]');
      await expect(problem.textContent()).resolves.toBe("Write a whole number.");
      const { requestCount } = sandbox;
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.evaluate("document.activeElement.name")).resolves.toBe("body.EmployeeId");
      expect(sandbox.requestCount).toBe(requestCount);
      await id.fill("1004");
      await expect(problem.textContent()).resolves.toBe("");
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForURL(/exchanges/);
      expect(await page.textContent("h1")).toBe("Address_GetList: 200");
      await page.getByRole("link", { name: "Edit and send again" }).click();
      await expect(page.getByLabel("EmployeeId").inputValue()).resolves.toBe("1004");
      expect(problems).toEqual([]);
    });

    test("a fault is whole, and says what it means", async () => {
      await page.goto(sandbox.url);
      const { body } = await askAddresses(sandbox.url, 9999);
      await page.reload();
      const text = /<faultstring[^>]*>([^<]*)/.exec(body.toString())![1]!;
      await page.locator("#exchanges .reason").first().waitFor();
      await expect(page.locator("#exchanges .args").first().textContent()).resolves.toContain("EmployeeId: 9999");
      await page.locator("#exchanges a").first().click();
      const shown = page.getByRole("region", { name: "Fault" });
      expect(await shown.locator(".fault").textContent()).toBe(text.replaceAll("&gt;", ">"));
      expect(await shown.textContent()).toContain("The service says that the request is wrong");
    });

    test("errors are injected in words, shown on every page, and ended with one click", async () => {
      await page.goto(`${sandbox.url}/page/errors`);
      await page.getByLabel("What happens").selectOption("busy");
      await page.getByLabel("Only when an argument has a value").fill("EmployeeId=1004");
      await page.getByRole("button", { name: "Inject" }).click();
      await page.waitForSelector("text=0 requests so far");
      expect((await askAddresses(sandbox.url, 1003)).status).toBe(200);
      expect((await askAddresses(sandbox.url, 1004)).status).toBe(503);
      const banner = page.getByRole("complementary", { name: "Injected errors" });
      for (const path of ["/page/contract", "/page/operations/0/costCenterGetCurrent", "/"]) {
        await page.goto(sandbox.url + path);
        const words = "Status 503 with Retry-After 1 s for requests with EmployeeId = 1004";
        expect(await banner.textContent()).toContain(words);
      }
      await page.getByRole("button", { name: "End them all" }).click();
      await expect(banner.count()).resolves.toBe(0);
      expect(new URL(page.url()).pathname).toBe("/");
      expect((await askAddresses(sandbox.url, 1004)).status).toBe(200);
    });

    test("the empty state gives a command and the base URL to copy", async () => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: sandbox.url });
      await page.goto(sandbox.url);
      await page.getByRole("button", { name: "Copy: base URL" }).click();
      await expect(page.evaluate("navigator.clipboard.readText()")).resolves.toBe(sandbox.url);
      await page.getByRole("button", { name: "Copy: command" }).click();
      const command = `EMPLOYEE_SERVICE_BASE_URL=${sandbox.url}`;
      await expect(page.evaluate("navigator.clipboard.readText()")).resolves.toContain(command);
      await askAddresses(sandbox.url, 1003);
      await page.reload();
      await expect(page.locator("#exchanges tr").count()).resolves.toBe(1);
      await expect(page.getByRole("button", { name: "Copy: base URL" }).count()).resolves.toBe(0);
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
      await page.reload();
      await expect(page.locator("#exchanges tr").count()).resolves.toBe(4);
      await expect(isAttacked()).resolves.toBe(false);
      for (const { id } of sandbox.exchanges) {
        await page.goto(`${sandbox.url}/page/exchanges/${id}`);
        await expect(isAttacked()).resolves.toBe(false);
        await expect(page.locator("main img, main script").count()).resolves.toBe(0);
      }
      expect(problems).toEqual([]);
    });

    test.each([
      "/",
      "/page/contract",
      "/page/contract#operation/1/addressGetList",
      "/page/operations/0/costCenterGetCurrent",
      "/page/errors",
      "exchange",
      "fault",
      "nothing yet",
    ])("%s is clean at both widths, light and dark", async (path) => {
      if (path !== "nothing yet") {
        await askAddresses(sandbox.url, path === "fault" ? 9999 : 1003);
        sandbox.addTrouble({ trouble: { kind: "delay", delayMs: 1500 }, operation: "Address_GetList", every: 3 });
      }
      const exchangePath = `/page/exchanges/${sandbox.exchanges.at(-1)?.id}`;
      const isExchange = path === "exchange" || path === "fault";
      await page.goto(sandbox.url + (isExchange ? exchangePath : path.startsWith("/") ? path : "/"));
      await expect(page.locator("header a[aria-current=page]").count()).resolves.toBe(1);
      const name = path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "overview";
      const found = await problemsOfSight(page, async ({ width, colorScheme }) => {
        const isShown = (width === 1280) === (colorScheme === "light");
        const file = `${shots}/${name}-${width}-${colorScheme}.png`;
        if (isShown) await page.screenshot({ path: file, fullPage: width === 1280 });
      });
      expect(found).toEqual([]);
      expect(problems).toEqual([]);
    });

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
        `fetch(${JSON.stringify(`${sandbox.url}/page/errors`)}, { method: "POST", mode: "no-cors", body: new URLSearchParams({ kind: "busy" }) }).then(() => "sent", () => "refused")`,
      );
      expect(["sent", "refused"]).toContain(outcome);
      expect(sandbox.troubles).toEqual([]);
      await other.close();
    });
  });
}
