import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const packageFolder = path.dirname(createRequire(import.meta.url).resolve('@wordpress/hooks/package.json'));

/** Tests shipped with @wordpress/hooks. They run in place, because others license and maintain them. */
export const SUITE = path.join(packageFolder, 'src/test/index.jsdom.test.js');

/** Resolves `gutenberg-hooks-suite` to the suite, and its import of `..` to our adapter. */
export function gutenbergHooksSuite(): Plugin {
  return {
    name: 'gutenberg-hooks-suite',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (specifier === 'gutenberg-hooks-suite') return SUITE;
      if (specifier !== '..' || importer !== SUITE) return null;
      return fileURLToPath(new URL('exports.ts', import.meta.url));
    },
  };
}
