/** A handler for a function that a gateway calls, such as AWS Lambda behind an HTTP API. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import {
  createEmployeeServiceV3,
  type EmployeeServiceV3,
  isServiceError,
  optionsFromEnvironment,
  type ServiceError,
} from "employee-service-client";

/** Time to send the response, of the time that the function has left. */
const RESERVE_MS = 500;

/** Made by the first invocation and kept for the next ones, with its open connections. */
let service: EmployeeServiceV3 | undefined;

export async function handler(
  event: Pick<APIGatewayProxyEventV2, "pathParameters" | "queryStringParameters">,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<APIGatewayProxyStructuredResultV2> {
  service ??= createEmployeeServiceV3({ ...optionsFromEnvironment("v3"), connections: 4 });
  const { year, period } = event.queryStringParameters ?? {};
  try {
    const addresses = await service.addressGetList(
      { EmployeeId: Number(event.pathParameters?.id), Year: Number(year), Period: Number(period) },
      { deadlineMs: Math.max(1, context.getRemainingTimeInMillis() - RESERVE_MS) },
    );
    return json(200, addresses);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // Not its message, which has what the service said: that may be about a person.
    console.error(JSON.stringify(error));
    return json(statusOf(error), { error: error.code });
  }
}

/** By what an error means, and not by a fault's code. Where a service has codes of its own, the option `quirks.errorKind` says what they mean. */
function statusOf({ kind }: ServiceError): number {
  if (kind === "argument") return 400;
  return kind === "not-found" ? 404 : 502;
}

function json(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
