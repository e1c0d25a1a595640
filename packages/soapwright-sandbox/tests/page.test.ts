/**
 * The page over HTTP: its guards, and a complete list of exchanges. packages/soapwright-testing/src/page tests it in a
 * browser.
 */
import { startSandbox } from "employee-service-client/sandbox";
import { askAddresses, exchange } from "soapwright-testing/sandbox/raw-exchange";

test("the page shows the last exchanges when it is loaded", async () => {
  const sandbox = await startSandbox();
  try {
    const rows = async () => (await (await fetch(sandbox.url)).text()).match(/href="\/page\/exchanges\/\d+"/g);
    await expect(rows()).resolves.toBeNull();
    await askAddresses(sandbox.url);
    await askAddresses(sandbox.url);
    await expect(rows()).resolves.toEqual(['href="/page/exchanges/2"', 'href="/page/exchanges/1"']);
  } finally {
    await sandbox.close();
  }
});

test("every page carries its guards, and is for this machine alone", async () => {
  const sandbox = await startSandbox();
  for (const path of ["/", "/page/contract", "/page/errors", "/page/script.js", "/page/style.css", "/page/none"]) {
    const { headers } = await exchange(sandbox.url + path);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|https?:/);
    expect(headers["x-frame-options"]).toBe("DENY");
  }
  const html = (await exchange(sandbox.url)).body.toString();
  expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=|https?:\/\/(?!127\.0\.0\.1)/);
  for (const headers of [
    { Host: "evil.example" },
    { Origin: "http://evil.example" },
    { "Sec-Fetch-Site": "cross-site" },
  ]) {
    const form = {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers } as Record<string, string>,
      body: "kind=busy",
    };
    expect((await exchange(`${sandbox.url}/page/errors`, form)).status).toBe(403);
  }
  expect(sandbox.troubles).toEqual([]);
  await sandbox.close();
});

test("with a token, who knows it signs in", async () => {
  const sandbox = await startSandbox({ host: "0.0.0.0", controlToken: "s3cret" });
  const signIn = (token: string) =>
    exchange(`${sandbox.url}/page/sign-in`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `token=${token}`,
    });
  expect((await exchange(sandbox.url)).status).toBe(403);
  expect((await signIn("wrong")).status).toBe(403);
  const [cookie = ""] = ((await signIn("s3cret")).headers["set-cookie"] as string[]) ?? [];
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  const { status } = await exchange(sandbox.url, { headers: { Cookie: cookie.split(";")[0] ?? "" } });
  expect(status).toBe(200);
  await sandbox.close();
});
