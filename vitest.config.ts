import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { gutenbergHooksSuite } from './test/conformance/gutenberg-hooks/suite.js';
import { LongestFirst } from './test/support/longest-first.js';
import { testProjects } from './test/support/test-projects.js';

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  exports: Readonly<Record<string, string | { readonly types: string }>>;
};

/**
 * Sources of the entries of the package. Tests and examples import the package by name, as third parties do; here that
 * means the sources. The editor is left out, because only its bundle for browsers is imported by name.
 */
const entrySources = Object.entries(manifest.exports)
  .filter(([entry, files]) => typeof files !== 'string' && entry !== './editor')
  .map(([entry]) => ({
    find: new RegExp(`^mortise${entry.slice(1)}$`),
    replacement: fileURLToPath(new URL(`src/${entry === '.' ? 'index' : entry.slice(2)}.ts`, import.meta.url)),
  }));

/** Vitest 4.1 reads global set-ups from its cache as bytes, and cannot say where an error comes from in them. */
const uncachedSetUps: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'uncached-set-ups',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ id }) => (id.includes('/test/support/') ? false : undefined)),
};

export default defineConfig({
  plugins: [gutenbergHooksSuite(), uncachedSetUps],
  resolve: { alias: entrySources },
  test: {
    projects: testProjects(process.argv).map(({ name, needs, files }) => ({
      extends: true,
      test: { name, include: [...files], globalSetup: needs.map((file) => `test/support/${file}.ts`) },
    })),
    server: { deps: { inline: [/@wordpress\/(?:hooks\/src\/test|block-serialization-spec-parser)/] } },
    // They end what hangs, and judge no speed: on a machine that is busy with other things a moment is long.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Most of a file's time was the import of what it tests. Files of one worker share it: they put back what they change.
    isolate: false,
    // One more than there are cores: many tests wait, for clocks, processes and browsers.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/tally-reporter.ts'],
    // A shared machine may stall for seconds in the middle of a connect or a page load: in CI a test gets two more tries.
    retry: process.env.CI ? 2 : 0,
    // Transformed sources are kept: for the other projects of a run, and for the next run.
    experimental: { fsModuleCache: true },
  },
});
