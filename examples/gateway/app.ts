/** The service for callers without SOAP: JSON over HTTP for programs, and tools for assistants. */
import type { EmployeeServiceV3 } from "employee-service-client";
import Fastify, { type FastifyInstance } from "fastify";
import { gateway } from "soapwright-gateway";
import { type ToolServer, toolServer } from "soapwright-gateway/tools";

/** Operations that only read. Callers may use GET for them, and assistants get no other. */
const safe = ["*_GetList"];

/** The application for programs. It calls for the domain that a request names, over the connections of one client. */
export function buildRest(service: EmployeeServiceV3): FastifyInstance {
  const app = Fastify();
  app.register(
    gateway({
      client: service,
      path: ({ version, method }) => `/${version}/${method}`,
      safe,
      credentials: ({ headers: { "x-domain": domain } }) => (typeof domain === "string" ? { domain } : undefined),
      challenge: "X-Domain",
      cache: { Address_GetList: { etag: true, cacheControl: "private, max-age=60" } },
    }),
    { prefix: "/api" },
  );
  return app;
}

/** The tools for assistants. They call for the domain of the client, which is no argument. */
export function buildTools(service: EmployeeServiceV3, log: (line: string) => void): ToolServer {
  return toolServer({ client: service, safe, name: "employees", pageSize: 20, log });
}
