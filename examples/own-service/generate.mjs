// Writes generated/ from wsdl/: both clients, their factories, and the page generated/README.md about them.
import { formatDiagnostic, generateVersions } from "soapwright";

const { diagnostics, files } = await generateVersions({ folder: import.meta.dirname });
for (const diagnostic of diagnostics) console.error(formatDiagnostic(diagnostic));
if (files === 0) process.exitCode = 1;
