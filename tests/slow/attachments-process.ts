/**
 * A process that sends and receives attachments as streams, and reports its peak memory. Arguments: `up` or `down`,
 * megabytes.
 */
import { attachmentOf } from "soapwright-features";
import { ArchiveClient } from "soapwright-testing/attachments/archive";

const MEBI = 2 ** 20;

/**
 * A piece of the size that a file's read stream yields. It is reused, so that the source itself leaves nothing to the
 * garbage collector.
 */
const piece = new Uint8Array(65_536).fill(7);

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
}

async function main(): Promise<void> {
  const [endpoint = "", way, megabytes] = process.argv.slice(2);
  const size = Number(megabytes) * MEBI;
  const client = new ArchiveClient({ endpoint, mtom: true, retries: 0 });
  const transfer = async (length: number): Promise<number> => {
    if (way === "up") {
      const cover = attachmentOf(() => bytes(length), { length });
      await client.putFolder({ Folder: { Cover: cover } });
      return length;
    }
    const { Cover } = await client.getFolder({ Id: length / MEBI }, { attachments: "stream" });
    let received = 0;
    for await (const chunk of Cover!) received += chunk.length;
    return received;
  };
  // A first transfer loads the code, which must not count.
  await transfer(4 * MEBI);
  let most = 0;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const before = process.memoryUsage().rss;
  const timer = setInterval(look, 5);
  const received = await transfer(size);
  look();
  clearInterval(timer);
  await client.close();
  process.stdout.write(JSON.stringify({ added: most - before, received }));
}

void main();
