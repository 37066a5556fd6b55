import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

type VitePlugin = NonNullable<ViteUserConfig['plugins']>[number];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = path.join(ROOT, 'src') + path.sep;
const BUILT = path.join(ROOT, 'build') + path.sep;

/** Modules that Node loads itself. */
export const BUILT_MODULES = /\/build\//;

/** Returns whether the build is up to date with the sources. */
export function isBuilt(): boolean {
  return spawnSync(process.execPath, [path.join(ROOT, 'scripts/setup.mjs'), '--check']).status === 0;
}

/**
 * Resolves imports of `src` to the modules of the build, which Node loads in a tenth of the time that their sources
 * take. Used where the build is up to date, as it is when all tests run.
 */
export function builtModules(): VitePlugin {
  return {
    name: 'built-modules',
    enforce: 'pre',
    resolveId(specifier, importer) {
      const entry = /^mortise(?:\/([a-z]+))?$/.exec(specifier);
      const source = entry
        ? path.join(SOURCES, `${entry[1] ?? 'index'}.ts`)
        : path.resolve(path.dirname(importer ?? ROOT), specifier);
      if (!source.startsWith(SOURCES) || (!entry && !specifier.startsWith('.'))) return null;
      const file = path.join(BUILT, path.relative(SOURCES, source)).replace(/\.tsx?$/, '.js');
      return existsSync(file) ? { id: file, external: true } : null;
    },
  };
}
