/** Starts both: address and domain come from `EMPLOYEE_SERVICE_BASE_URL` and `EMPLOYEE_SERVICE_DOMAIN`. */
import { createEmployeeServiceV3, optionsFromEnvironment } from "employee-service-client";
import { buildRest, buildTools } from "./app";

async function main(): Promise<void> {
  const service = createEmployeeServiceV3({ ...optionsFromEnvironment("v3"), timeoutMs: 5_000 });
  const app = buildRest(service);
  console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
  const tools = await buildTools(service, console.error).serveHttp({ port: Number(process.env.TOOLS_PORT ?? 3001) });
  console.log(tools.url);
  process.once("SIGTERM", async () => {
    await Promise.all([app.close(), tools.close()]);
    await service.close();
  });
}

void main();
