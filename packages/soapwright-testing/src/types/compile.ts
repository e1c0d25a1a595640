/** Compiles files as a user of generated code does, and returns the errors. */
import ts from "typescript";

const strictest: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Parsed files, cached between runs. */
const parsed = new Map<string, ts.SourceFile | undefined>();
function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (name, ...rest) => {
    if (!parsed.has(name)) parsed.set(name, read(name, ...rest));
    return parsed.get(name);
  };
  return host;
}

/** Returns the compiler's errors in `files`, as `file:line message`. */
export function compile(files: readonly string[], options: ts.CompilerOptions = {}): string[] {
  const all = { ...strictest, ...options };
  const program = ts.createProgram([...files], all, hostFor(all));
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return ts.getPreEmitDiagnostics(program, source).map((diagnostic) => {
      const line = source!.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1;
      return `${file}:${line} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")}`;
    });
  });
}
