import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const packageFolder = path.dirname(createRequire(import.meta.url).resolve('@wordpress/hooks/package.json'));

/** The tests that @wordpress/hooks ships; run where they are, since their licence and their upkeep are others'. */
export const SUITE = path.join(packageFolder, 'src/test/index.jsdom.test.js');

/** Resolves `gutenberg-hooks-suite?TIER` to the suite, and what that imports as `..` to our adapter of the tier. */
export function gutenbergHooksSuite(): Plugin {
  return {
    name: 'gutenberg-hooks-suite',
    enforce: 'pre',
    resolveId(specifier, importer) {
      const [, tier] = /^gutenberg-hooks-suite\?(\w+)$/.exec(specifier) ?? [];
      if (tier) return `${SUITE}?${tier}`;
      const [file, importingTier] = importer?.split('?') ?? [];
      if (specifier !== '..' || file !== SUITE || !importingTier) return null;
      return fileURLToPath(new URL(`${importingTier}.ts`, import.meta.url));
    },
  };
}
