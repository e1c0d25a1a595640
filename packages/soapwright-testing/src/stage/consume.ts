/** The ways to consume a list from the service, and their outcomes. */
import type { CallOptions } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import type { Headers, ShelfClient } from "../client/shelf";
import { titleOf } from "./shapes";

export type Consumer = "call" | "fast stream" | "slow stream";
export const CONSUMERS: readonly Consumer[] = ["call", "fast stream", "slow stream"];

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Taken {
  readonly items: number;
  /** Whether each item is the expected one. */
  readonly areRight: boolean;
  /** The code of the error at the end; undefined after a success. */
  readonly code: string | undefined;
  readonly message: string;
}

/** Consumes the list of `ShelfId` as `consumer` does, and checks each item. */
export async function take(
  client: ShelfClient,
  ShelfId: number,
  consumer: Consumer,
  options?: CallOptions<Headers>,
): Promise<Taken> {
  let items = 0;
  let areRight = true;
  const look = ({ Id, Title, Price }: { Id: number; Title?: string; Price: string }): void => {
    areRight &&= Id === items && Title === titleOf(items) && Price === `${items}.50`;
    items++;
  };
  try {
    if (consumer === "call") (await client.getBooks({ ShelfId }, options)).forEach(look);
    else {
      for await (const item of client.getBooksStream({ ShelfId }, options)) {
        look(item);
        if (consumer === "slow stream" && items % 50 === 0) await pause(5);
      }
    }
    return { items, areRight, code: undefined, message: "" };
  } catch (error) {
    const code = isServiceError(error) ? error.code : "not ours";
    return { items, areRight, code, message: String(error) };
  }
}
