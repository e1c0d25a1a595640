/** Attachments on the page in a real browser: chosen, sent, viewed and saved. */
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { startServiceSandbox } from "soapwright-sandbox";
import { service } from "soapwright-testing/golden/cases/attachments/schemas";
import { absence, browserPath, startBrowser } from "soapwright-testing/page/browser";
import { problemsOfSight } from "soapwright-testing/page/sight";

jest.setTimeout(180_000);

const shots = resolve("reports/page-parts-screenshots");

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

  test("parts are chosen as files or written as text, and those of a response are saved", async () => {
    const octets = Buffer.from(Array.from({ length: 500 }, (_, index) => index % 256));
    let args: unknown;
    const operations = {
      Convert: (request: { readonly args: unknown }) => {
        args = request.args;
        return { ConvertResponse: { pages: 3 }, file: octets };
      },
    };
    const sandbox = await startServiceSandbox({ services: [{ path: "/dossier", service, operations } as never] });
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
    try {
      await page.goto(`${sandbox.url}/page/operations/0/convert`);
      expect(await problemsOfSight(page)).toEqual([]);
      await page.getByLabel("format").fill("pdf");
      const chosen = { name: 'lease \u00fc ".pdf', mimeType: "application/pdf", buffer: octets };
      await page.getByLabel("file", { exact: false }).first().setInputFiles(chosen);
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForURL(/exchanges/);
      expect(args).toEqual({ Convert: { format: "pdf" }, file: new Uint8Array(octets) });
      expect(
        await problemsOfSight(page, async ({ width, colorScheme }) => {
          await page.screenshot({ path: `${shots}/exchange-${width}-${colorScheme}.png`, fullPage: true });
        }),
      ).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Save as a file" }).last().click(),
      ]);
      expect(readFileSync(await download.path()).equals(octets)).toBe(true);
      // The form that is filled again has text in place of a file.
      await page.getByRole("link", { name: "Edit and send again" }).click();
      await expect(page.getByLabel("format").inputValue()).resolves.toBe("pdf");
      await page.getByLabel("or text").fill("gr\u00fc\u00df\nzwei");
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForURL(/exchanges\/2/);
      expect(Buffer.from((args as { file: Uint8Array }).file).toString()).toMatch(/^gr\u00fc\u00df\r?\nzwei$/);
      expect(problems).toEqual([]);
    } finally {
      await page.close();
      await sandbox.close();
    }
  });
}
