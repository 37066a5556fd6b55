import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { BUNDLES } from './bundle-of.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST = path.join(ROOT, 'test');
const SOURCES = path.join(ROOT, 'src') + path.sep;
const BUILT = path.join(ROOT, 'build') + path.sep;

/** Packages with native code, which cannot be bundled. */
const NATIVE = ['libsql', 'sharp'];

/**
 * Bundles the scripts that tests start as processes, in every folder `processes`, with the built code and the packages
 * that they import, into a few files: a process that loads hundreds of files takes twice as long to start.
 */
export async function bundleProcesses(): Promise<void> {
  const scripts = readdirSync(TEST, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|[\\/])processes[\\/](?!start-script)[\w-]+\.ts$/.test(file),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      target: 'node20',
      outDir: BUNDLES,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(scripts.map((file) => [file.replace(/\.ts$/, ''), path.join(TEST, file)])),
        output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' },
      },
    },
    plugins: [
      {
        name: 'built-sources',
        enforce: 'pre',
        resolveId(specifier, importer) {
          const entry = /^mortise(?:\/([a-z]+))?$/.exec(specifier);
          if (entry) return built(path.join(SOURCES, `${entry[1] ?? 'index'}.ts`));
          if (!specifier.startsWith('.') || !importer) return null;
          const file = path.resolve(path.dirname(importer), specifier);
          return file.startsWith(SOURCES) ? built(file) : null;
        },
        // Templates and other files stay where the module was built.
        transform: (code, id) =>
          id.startsWith(BUILT) ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : null,
      },
    ],
  });
}

/** Returns the built file of a source. */
function built(source: string): string {
  return path.join(BUILT, path.relative(SOURCES, source)).replace(/\.[jt]s$/, '.js');
}
