// node check.mjs FOLDER: generates api.d.ts from the folder's openapi.json and compiles its consumer.ts with it.
// Compiler diagnostics go to standard output. No output means success.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const folder = process.argv[2];
const document = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8'));
writeFileSync(path.join(folder, 'api.d.ts'), astToString(await openapiTS(document)));

const program = ts.createProgram([path.join(folder, 'consumer.ts')], {
  strict: true,
  exactOptionalPropertyTypes: false,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  types: [],
  // The built package, as a site would import it.
  paths: { 'mortise/client': [fileURLToPath(new URL('../../../dist/client.d.ts', import.meta.url))] },
});
process.stdout.write(
  ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  }),
);
