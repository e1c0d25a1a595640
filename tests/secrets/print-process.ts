/** Fails as its argument says, in a process that catches nothing and has all debugging switched on. */
import { RawServer } from "soapwright-testing/transport/raw-server";
import { FAILURES, openPlanted, right } from "./failures";

const failure = FAILURES.find(({ name }) => name === process.argv[2]);
if (failure === undefined) throw new Error("no such failure");
const { serve = right, fail, options } = failure;

void RawServer.start(serve).then(({ url }) => {
  const open = (more = {}) => openPlanted(url, { ...options, ...more });
  if (fail === undefined) open().getBooks({ ShelfId: 1 });
  else fail({ url, open });
});
