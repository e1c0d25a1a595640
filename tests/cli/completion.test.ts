/** Completion: the suggestions, and that real shells accept the scripts. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { shellEnvironment } from "soapwright-testing/stage/child";
