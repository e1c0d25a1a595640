/** Completion of `soapwright`: candidates of the program, and the script in a real shell. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { shellEnvironment } from "soapwright-testing/stage/child";
