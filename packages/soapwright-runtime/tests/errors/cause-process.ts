/** Fails to connect, in a process like a user's: under jest, Node's own errors belong to another realm. */
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";

export interface CauseReport {
  readonly code: unknown;
  readonly stack: string;
}

answerParent<object, CauseReport>(async () => {
  const client = new ShelfClient({ endpoint: "http://127.0.0.1:1/", retries: 0 });
  const error: unknown = await client.getBooks({ ShelfId: 1 }).catch((reason: unknown) => reason);
  await client.close();
  const cause = Object(error instanceof Error ? error.cause : undefined);
  return { code: Reflect.get(cause, "code"), stack: String(Reflect.get(cause, "stack")) };
});
