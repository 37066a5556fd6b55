// Builds the package: the compiler's output, less the declarations that nobody can come to, and the renderer of the
// reference page, which has no place in the dependencies of those who install us. Arguments go to the compiler;
// `--outDir` names another folder than dist.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unreachedDeclarations } from './unreached-declarations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const parameters = process.argv.slice(2);
const place = parameters.indexOf('--outDir');
const outFolder = path.resolve(root, place === -1 ? 'dist' : parameters[place + 1]);
const modules = path.join(root, 'node_modules');

try {
  const compiler = path.join(modules, 'typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...parameters], {
    cwd: root,
    stdio: 'inherit',
  });
} catch (error) {
  process.exit(error.status || 1);
}

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) => (types ? [path.relative('dist', types)] : []));
for (const file of unreachedDeclarations(outFolder, entries)) rmSync(file);

const target = path.join(outFolder, 'rapidoc');
mkdirSync(target, { recursive: true });
for (const file of ['dist/rapidoc-min.js', 'dist/rapidoc-min.js.LICENSE.txt', 'LICENSE.txt']) {
  copyFileSync(path.join(modules, 'rapidoc', file), path.join(target, path.basename(file)));
}
