// Calls of a client whose WSDL declares neither addressing nor attachments: one with addressing, one with a multipart
// response.
import { createServer } from "node:http";
import { startSandbox } from "employee-service-client/sandbox";
import { createEmployeeServiceV3 } from "employee-service-client/v3";

/** Forwards requests, and responds with the envelope as the only part of a multipart message. */
async function startMultipart(url) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { "content-type": type, soapaction } = request.headers;
    const headers = { "content-type": type, ...(soapaction && { soapaction }) };
    const from = await fetch(new URL(request.url, url), { method: "POST", headers, body: Buffer.concat(chunks) });
    response.setHeader("Content-Type", 'multipart/related; type="text/xml"; boundary="b"');
    response.end(`--b\r\nContent-Type: text/xml\r\n\r\n${await from.text()}\r\n--b--\r\n`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function outcome(make) {
  try {
    const client = make();
    try {
      return (await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 })).length;
    } finally {
      await client.close();
    }
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

/** `handedIn` has the features of the clients. */
export async function features(handedIn = {}) {
  const sandbox = await startSandbox();
  const multipart = await startMultipart(sandbox.url);
  const options = { baseUrl: sandbox.url, domain: "sandbox", soapVersion: "1.1" };
  const addressing = await outcome(() => createEmployeeServiceV3({ ...options, features: handedIn.addressing }));
  const attachments = await outcome(() =>
    createEmployeeServiceV3({
      ...options,
      baseUrl: multipart.url,
      namespaceBaseUrl: sandbox.url,
      features: handedIn.attachments,
    }),
  );
  multipart.close();
  await sandbox.close();
  console.log(JSON.stringify({ addressing, attachments }));
}
