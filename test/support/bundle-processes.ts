import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { BUILT, builtModuleOf } from './built-modules.js';
import { BUNDLES } from './bundle-of.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST = path.join(ROOT, 'test');

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
        resolveId: builtModuleOf,
        // Templates and other files stay where the module was built.
        transform: (code, id) =>
          id.startsWith(BUILT) ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : null,
      },
    ],
  });
}
