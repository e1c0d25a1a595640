// Loaded before the command: notes how long each file was when its bytes were last made to stay, in the file FSYNC_LOG.
const fs = require("node:fs");

void fs.promises.open(__filename).then(async (handle) => {
  const prototype = Object.getPrototypeOf(handle);
  for (const name of ["sync", "datasync"]) {
    const real = prototype[name];
    prototype[name] = async function () {
      const path = fs.readlinkSync(`/proc/self/fd/${this.fd}`);
      const stat = fs.fstatSync(this.fd);
      await real.call(this);
      if (stat.isFile()) fs.appendFileSync(process.env.FSYNC_LOG, `${JSON.stringify([path, stat.size])}\n`);
    };
  }
  await handle.close();
});
