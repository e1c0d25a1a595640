/** The errors of requests, as responses and in the log. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { ConfigurationError, isConfigurationError, isServiceError } from "soapwright-runtime/errors";
import type { GatewayOptions } from "./gateway-options";
import type { ServedOperation } from "./operations";
import { defaultStatuses, type ProblemResponse, problemOf, Refusal, type StatusTable, sendProblem } from "./problems";

/** Answers requests that fail, and reports errors that are not the request's. */
export class Refusals {
  readonly #statuses: StatusTable;

  /** @throws ConfigurationError for a status that is no error's. */
  constructor(private readonly options: Pick<GatewayOptions, "statuses" | "challenge" | "onError">) {
    this.#statuses = { ...defaultStatuses, ...options.statuses };
    const { faults, ...statuses } = this.#statuses;
    for (const [name, status] of [...Object.entries(statuses), ...Object.entries(faults)])
      if (!Number.isInteger(status) || status < 400 || status > 599)
        throw new ConfigurationError(`The status of ${name} is no status of an error: it is from 400 to 599.`, {
          reason: "status-invalid",
          option: "statuses",
        });
  }

  of(error: unknown, request: FastifyRequest, one?: ServedOperation, callers?: object): ProblemResponse {
    const { challenge = "Bearer", onError } = this.options;
    const context = { operation: one?.operation, statuses: this.#statuses, callers, challenge };
    const found = problemOf(error, context);
    const isOfRequest = found.problem.status < 500 || (isServiceError(error) && error.code === "ABORTED");
    if (!isOfRequest && !(error instanceof Refusal)) {
      if (onError !== undefined) onError(error, found.problem);
      // `toJSON` of our errors has no text of the service.
      else request.log.error({ err: isServiceError(error) ? error.toJSON() : error }, found.problem.detail);
    } else if (isConfigurationError(error))
      request.log.warn({ err: error.toJSON() }, "A text that credentials returned for a caller does not fit.");
    return found;
  }

  /** `callers` are the options that `credentials` returned for the caller. */
  send(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    one?: ServedOperation,
    callers?: object,
  ): FastifyReply {
    return sendProblem(this.of(error, request, one, callers), reply);
  }
}
