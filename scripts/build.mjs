// Builds the package. The compiler emits a module and its types for each source file, again only for those that changed.
// A bundler combines the modules into the few files of dist, because loading hundreds of modules doubles the startup
// time. The modules stay in build/ for benchmarks and for tests of internals. dist keeps only the types reachable from
// an entry. It also contains the API reference renderer and the editor, which users should not install as dependencies.
// Arguments: the output folders, if not build and dist.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildEditor } from './build-editor.mjs';
import { unreachedDeclarations } from './unreached-declarations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [modules = 'build', dist = 'dist'] = process.argv.slice(2);
const packages = path.join(root, 'node_modules');

try {
  const compiler = path.join(packages, 'typescript/bin/tsc');
  // These two projects reference all others.
  execFileSync(process.execPath, [compiler, '-b', 'src/testing', 'src/client'], { cwd: root, stdio: 'inherit' });
} catch (error) {
  process.exit(error.status || 1);
}
// Output of deleted sources stays in the compiler's folder, so the sources decide which files are copied.
const compiled = path.join(root, 'node_modules/.cache/compiled');
for (const source of readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!/(?<!\.d)\.tsx?$/.test(source)) continue;
  const name = source.replace(/\.tsx?$/, '');
  copy(`${name}.js`, modules);
  copy(`${name}.d.ts`, dist);
}

function copy(file, folder) {
  const target = path.resolve(root, folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(path.join(compiled, file), target);
}

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const published = Object.values(exports).filter((entry) => entry.default !== undefined);
const entries = published
  .map((entry) => entry.default.replace(/^\.\/dist\/(.*)\.js$/, '$1'))
  // The editor entries are built with the editor for browsers.
  .filter((entry) => !entry.startsWith('editor/'));
/** Bundles modules. @param names modules, each a separate file, with shared code in chunks */
async function bundle(names) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ssr: true,
      target: 'node20',
      outDir: dist,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, path.join(root, modules, `${name}.js`)])),
        output: {
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          // The declarations contain the documentation.
          comments: { jsdoc: false },
        },
      },
    },
  });
}

const plugins = readdirSync(path.join(root, 'src/plugins'));
await bundle([
  ...entries,
  'cli/main',
  // Templates and catalogues are located relative to these modules, so they keep their places.
  'core/texts/core-catalogues',
  ...plugins.flatMap((plugin) => [`plugins/${plugin}/index`, `plugins/${plugin}/catalogues`]),
]);
for (const folder of localeFolders()) {
  for (const target of [modules, dist]) {
    mkdirSync(path.resolve(root, target, folder), { recursive: true });
    for (const file of readdirSync(path.join(root, 'src', folder))) {
      const texts = JSON.parse(readFileSync(path.join(root, 'src', folder, file), 'utf8'));
      writeFileSync(path.resolve(root, target, folder, file), JSON.stringify(texts));
    }
  }
}
// Worker threads share nothing with the rest.
await bundle(['blocks/wordpress/worker']);
await bundle(['blocks/convert/worker']);
await bundle(['blocks/texts/worker']);
await bundle(['plugins/knowledge-base/domain/search/threaded/worker']);
await bundle(['plugins/knowledge-base/content/blocks/saves']);

const declared = published.map((entry) => entry.types.replace(/^\.\/dist\//, ''));
for (const file of unreachedDeclarations(path.resolve(root, dist), declared)) {
  // Users could not see what it adds to our types.
  if (/^declare module '\./m.test(readFileSync(file, 'utf8'))) {
    throw new Error(
      `${file} augments types, but no entry imports it. Import it in src/index.ts or the declared.ts of its plugin.`,
    );
  }
  rmSync(file);
}

await buildEditor(root, path.resolve(root, dist, 'editor'));

const target = path.resolve(root, dist, 'rapidoc');
mkdirSync(target, { recursive: true });
for (const file of ['dist/rapidoc-min.js', 'dist/rapidoc-min.js.LICENSE.txt', 'LICENSE.txt']) {
  copyFileSync(path.join(packages, 'rapidoc', file), path.join(target, path.basename(file)));
}

/** Folders of catalogues. Those of the editor and its packages are in the editor's bundle. */
function localeFolders() {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (folder) => path.basename(folder) === 'locales' && !folder.startsWith('blocks'),
  );
}
