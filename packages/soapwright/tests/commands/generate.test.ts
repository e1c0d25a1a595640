import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { shellEnvironment } from "soapwright-testing/stage/child";
