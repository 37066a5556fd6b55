import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { oncePerRun } from './once-per-run.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Worker scripts for long texts, which a build creates as well. */
const SCRIPTS = ['blocks/texts/worker', 'blocks/convert/worker'];
const FOLDERS = ['src/blocks', 'src/core'];

/** Bundles the worker scripts from the sources, for tests that run without a build. */
export default function threads(): Promise<void> {
  return oncePerRun('threads', async () => {
    const changed = Math.max(...FOLDERS.flatMap(sourcesBelow).map((file) => statSync(file).mtimeMs));
    for (const script of SCRIPTS) if (timeOf(script) < changed) await bundle(script);
  });
}

const bundleOf = (script: string): string => path.join(ROOT, 'dist', `${script}.js`);

function timeOf(script: string): number {
  return statSync(bundleOf(script), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(ROOT, folder, file));
}

/** Concurrent runs are safe: each writes to its own folder and moves the file. */
async function bundle(script: string): Promise<void> {
  const target = bundleOf(script);
  mkdirSync(path.dirname(target), { recursive: true });
  const folder = mkdtempSync(path.join(path.dirname(target), 'bundle-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: ROOT,
      build: {
        ssr: true,
        target: 'node20',
        outDir: folder,
        rolldownOptions: {
          input: { worker: path.join(ROOT, 'src', `${script}.ts`) },
          output: { format: 'esm', entryFileNames: 'worker.js', codeSplitting: false },
        },
      },
    });
    renameSync(path.join(folder, 'worker.js'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
