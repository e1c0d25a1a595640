/** Starts the application: address and domain come from `EMPLOYEE_SERVICE_BASE_URL` and `EMPLOYEE_SERVICE_DOMAIN`. */
import { createEmployeeServiceV3, optionsFromEnvironment } from "employee-service-client";
import { buildApp } from "./app";

const app = buildApp(createEmployeeServiceV3({ ...optionsFromEnvironment("v3"), timeoutMs: 5_000 }));
process.once("SIGTERM", () => void app.close());
void app.listen({ port: Number(process.env.PORT ?? 3000) });
