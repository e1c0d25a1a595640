// `make test PACKAGES=…`: prints the patterns of the tests of these packages for jest, separated by spaces.
import { testFolders } from "./circles";

try {
  console.log(testFolders(process.argv.slice(2)).join(" "));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
