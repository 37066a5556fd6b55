import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { gutenbergHooksSuite } from './test/conformance/gutenberg-hooks/suite.js';
import { BUILT_MODULES, builtModules, isBuilt } from './test/support/built-modules.js';
import { LongestFirst } from './test/support/longest-first.js';
import { testProjects } from './test/support/test-projects.js';

const sources = fileURLToPath(new URL('src', import.meta.url));

/**
 * Tests and examples import the package by name, as third parties do; here that means the sources. The editor is left
 * out, because only its bundle for browsers is imported by name.
 */
const entrySources = [
  { find: /^mortise$/, replacement: `${sources}/index.ts` },
  { find: /^mortise\/(?!editor$)([a-z]+)$/, replacement: `${sources}/$1.ts` },
];

/** Vitest 4.1 reads global set-ups from its cache as bytes, and cannot say where an error comes from in them. */
const uncachedSetUps: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'uncached-set-ups',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ id }) => (id.includes('/test/support/') ? false : undefined)),
};

const projects = testProjects(process.argv);
const usesBuild = projects.some(({ name }) => name !== 'unit') && isBuilt();

export default defineConfig({
  plugins: [gutenbergHooksSuite(), uncachedSetUps],
  test: {
    projects: projects.map(({ name, needs, files }) => ({
      extends: true,
      ...(name !== 'unit' && usesBuild ? { plugins: [builtModules()] } : { resolve: { alias: entrySources } }),
      test: { name, include: [...files], globalSetup: needs.map((file) => `test/support/${file}.ts`) },
    })),
    server: {
      deps: { external: [BUILT_MODULES], inline: [/@wordpress\/(?:hooks\/src\/test|block-serialization-spec-parser)/] },
    },
    // These end what hangs. They judge no speed: on a busy machine a moment is long.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Files of one worker share what they import, which takes longer than most tests, and undo what they change.
    isolate: false,
    // One more than the number of cores: many tests wait for clocks, processes and browsers.
    maxWorkers: availableParallelism() + 1,
    // Tests create many short-lived objects: a larger young generation saves a tenth of the CPU time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    reporters: [
      process.argv.some((word) => word.includes('test/')) ? 'default' : 'minimal',
      './test/support/tally-reporter.ts',
    ],
    // Caches transformed sources for the other projects of a run and for the next run.
    experimental: { fsModuleCache: true },
  },
});
