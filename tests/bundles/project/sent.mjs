// Prints what a call with a feature sends, or why it fails.
import { createServer } from "node:http";
import { createEmployeeServiceV3 } from "employee-service-client/v3";

export async function sent(feature) {
  let body = "";
  const server = createServer(async (request, response) => {
    for await (const chunk of request) body += chunk;
    response.statusCode = 404;
    response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = createEmployeeServiceV3({
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    domain: "a",
    features: [feature],
  });
  const error = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 }).catch((thrown) => thrown);
  await client.close();
  server.close();
  console.log(
    JSON.stringify({ hasToken: body.includes("<wsse:UsernameToken"), error: `${error.name}: ${error.message}` }),
  );
}
