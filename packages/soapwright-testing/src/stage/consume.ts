/** Ways to take a list from the service, and what came of it. */
import { type CallOptions, isServiceError } from "soapwright-runtime";
import type { Headers, ShelfClient } from "../client/shelf";
import { titleOf } from "./shapes";

export type Consumer = "call" | "fast stream" | "slow stream";
export const CONSUMERS: readonly Consumer[] = ["call", "fast stream", "slow stream"];

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Taken {
  readonly items: number;
  /** Each item is the one of its place. */
  readonly areRight: boolean;
  /** Code of the error that it ended in, `undefined` after a success. */
  readonly code: string | undefined;
  readonly message: string;
}

/** Takes the list of `ShelfId` as `consumer` does, and looks at each item. */
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
