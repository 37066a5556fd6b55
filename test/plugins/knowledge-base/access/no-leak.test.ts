import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, expectNoLeak, type Surface, type TestHost } from 'mortise/testing';
import { describe, it } from 'vitest';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { SURFACES } from './surfaces.js';

const surfaces = Object.fromEntries(
  SURFACES.map(({ name, ask }): [string, Surface] => [name, (viewer, world) => ask(world, viewer)]),
);
const silent = SURFACES.filter(({ isSilent }) => isSilent).map(({ name }) => name);

/** The worker engine gets access rules on another path. Their effect there does not depend on the database. */
const SITES = [
  ...dialects.map((dialect) => ({ dialect, name: dialect.name, searchEngine: 'memory' as const })),
  ...dialects.slice(0, 1).map((dialect) => ({ dialect, name: dialect.name, searchEngine: 'worker' as const })),
];

async function open({ dialect, searchEngine }: (typeof SITES)[number]): Promise<TestHost> {
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  const host = await createTestHost({ database: url, plugins: [knowledgeBase({ searchEngine })] });
  return { ...host, close: () => host.close().finally(drop) };
}

describe.each(SITES)('restricted article on $name with the search engine "$searchEngine"', (site) => {
  it('does not leak on any surface that shows articles', { timeout: 240_000 }, () =>
    expectNoLeak({ open: () => open(site), surfaces, silent, worlds: process.env.MORTISE_FULL ? 40 : 2 }),
  );
});
