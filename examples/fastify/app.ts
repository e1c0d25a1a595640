/** A route that calls the employee service. */
import {
  type EmployeeServiceV3,
  isArgumentError,
  isFaultError,
  isServiceError,
  isTimeoutError,
} from "employee-service-client";
import Fastify, { type FastifyInstance } from "fastify";

/** The HTTP status that tells our own callers what went wrong with theirs, or with the service behind us. */
function statusOf(error: unknown): number {
  if (isArgumentError(error)) return 400;
  if (isFaultError(error)) return /not found/i.test(error.fault.reason) ? 404 : 502;
  if (isTimeoutError(error)) return 504;
  return isServiceError(error) ? 502 : 500;
}

/** The application. It closes `service` when it is closed itself. */
export function buildApp(service: EmployeeServiceV3): FastifyInstance {
  const app = Fastify();

  app.get<{ Params: { id: string }; Querystring: { year: string; period: string } }>(
    "/employees/:id/addresses",
    async ({ params, query }, reply) => {
      // When the caller goes away, the call ends, too.
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      return service.addressGetList(
        { EmployeeId: Number(params.id), Year: Number(query.year), Period: Number(query.period) },
        { signal: gone.signal },
      );
    },
  );

  app.setErrorHandler((error, request, reply) => {
    // The message of an error holds no credential; a fault's reason is the service's own text and stays in the log.
    request.log.error(error);
    return reply.status(statusOf(error)).send({ error: isServiceError(error) ? error.code : "INTERNAL" });
  });
  app.addHook("onClose", () => service.close());
  return app;
}
