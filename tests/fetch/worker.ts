/** A worker that makes the calls at the address in its request. */
import { runCalls } from "./calls";

export default {
  async fetch(request: Request): Promise<Response> {
    return new Response(JSON.stringify(await runCalls(await request.text())));
  },
};
