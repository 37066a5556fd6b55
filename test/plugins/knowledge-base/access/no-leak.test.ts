import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, expectNoLeak, type Surface, type TestHost } from 'mortise/testing';
import { describe, it } from 'vitest';
import { dialects, migratedDatabase, type TestDialect } from '../../../support/databases.js';
import { SURFACES } from './surfaces.js';

const surfaces = Object.fromEntries(
  SURFACES.map(({ name, ask }): [string, Surface] => [name, (viewer, world) => ask(world, viewer)]),
);
const silent = SURFACES.filter(({ isSilent }) => isSilent).map(({ name }) => name);

async function open(dialect: TestDialect): Promise<TestHost> {
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  const host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
  return { ...host, close: () => host.close().finally(drop) };
}

describe.each(dialects)('who may not read an article, on $name', (dialect) => {
  it('is told of it by nothing that shows articles', { timeout: 240_000 }, () =>
    expectNoLeak({ open: () => open(dialect), surfaces, silent, worlds: process.env.MORTISE_FULL ? 40 : 6 }),
  );
});
