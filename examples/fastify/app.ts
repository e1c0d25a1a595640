/** A route that calls the employee service. */
import { type EmployeeServiceV3, isServiceError } from "employee-service-client";
import Fastify, { type FastifyInstance } from "fastify";

/**
 * The HTTP status that tells our own callers what went wrong with theirs, or with the service behind us. It goes by what the
 * error means (`kind`), and not by the fault's code: a service may use one code for an employee who is missing and for
 * credentials that it refuses. Where it says so in other words, the option `quirks.errorKind` of the client says what they mean.
 */
function statusOf(error: unknown): number {
  if (!isServiceError(error)) return 500;
  switch (error.kind) {
    case "argument":
      return 400;
    case "not-found":
      return 404;
    case "busy":
      return 503;
    case "timeout":
      return 504;
    default:
      return 502;
  }
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
