// node check.mjs FOLDER: makes api.d.ts of the folder's openapi.json, and compiles its consumer.ts with it. What the
// compiler says goes to standard output; nothing means that all is well.
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
  // The package as it is built: what a site would import.
  paths: { 'mortise/client': [fileURLToPath(new URL('../../../dist/client.d.ts', import.meta.url))] },
});
process.stdout.write(
  ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  }),
);
