import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { killPointsOn, shortOrFull } from '../support/kill-loop.js';
import { comparable, type ExportDocument, exportJsonInto } from '../support/knowledge-base-json.js';

/** Fractions of the steps that run before a kill. */
const PARTS = shortOrFull(
  [0.5, 0.8],
  Array.from({ length: 30 }, (_, index) => index / 30),
);
const ARTICLES = shortOrFull(16, 40);
const actor = { user: null, source: 'rest' } as const;

describe.each(dialects)('killed JSON import, on $name', (dialect) => {
  let folder: string;
  let expected: ExportDocument;
  const drops: (() => Promise<void>)[] = [];

  async function freshUrl(): Promise<string> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    drops.push(drop);
    return url;
  }
  async function exported(database: string): Promise<ExportDocument> {
    const host = await createTestHost({ database, plugins: [knowledgeBase()] });
    const document = await exportJsonInto(host, path.join(folder, 'after.json'));
    await host.close();
    return document;
  }
  const run = (database: string, steps?: number) =>
    mortise(['kb', 'import', path.join(folder, 'kb.json'), '--from=json', '--format=json'], {
      cwd: folder,
      env: { MORTISE_DATABASE_URL: database, MORTISE_SECRET: 'a secret for tests, long enough to be accepted' },
      ...(steps === undefined ? {} : { steps }),
    });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-kill-'));
    const host = await createTestHost({ database: await freshUrl(), plugins: [knowledgeBase()] });
    const kb = host.plugin('knowledge-base');
    const category = await kb.categories.create({ name: 'Guides' });
    let first = 0;
    let before = 0;
    for (let index = 0; index < ARTICLES; index += 1) {
      const fields = { content: `Text ${index}`, categoryIds: [category.id], related: before === 0 ? [] : [before] };
      const { id } = await kb.articles.create({ title: `Page ${index}`, status: 'publish', ...fields }, actor);
      await kb.articles.update(id, { content: `Text ${index}, again`, slug: `moved-${index}` }, actor);
      if (first === 0) first = id;
      before = id;
    }
    // The first article relates to one that is imported later.
    await kb.articles.update(first, { related: [before] }, actor);
    expected = await exportJsonInto(host, path.join(folder, 'kb.json'));
    await host.close();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    for (const drop of drops) await drop();
  });

  it('loses and duplicates nothing once it is completed', async () => {
    const undisturbed = await freshUrl();
    const { code, steps = 0 } = await run(undisturbed, -1);
    expect(code).toBe(0);
    expect(comparable(await exported(undisturbed))).toEqual(comparable(expected));

    const disturbed = await freshUrl();
    let killed = 0;
    for (const part of killPointsOn(dialect, PARTS)) {
      const { signal } = await run(disturbed, Math.floor(part * steps));
      if (signal === 'SIGKILL') killed += 1;
    }
    expect(killed).toBeGreaterThan(0);
    expect(await run(disturbed)).toMatchObject({ code: 0 });
    expect(comparable(await exported(disturbed))).toEqual(comparable(expected));
  }, 240_000);
});
