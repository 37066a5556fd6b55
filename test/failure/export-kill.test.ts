import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkFolder } from '../../src/plugins/knowledge-base/import/walk-folder.js';
import { mortise } from '../support/command-line.js';

const KILLS = process.env.MORTISE_FULL ? 50 : 8;
const ARTICLES = 400;

describe('an export that is killed', () => {
  let site: string;
  let database: string;

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-export-kill-'));
    database = `sqlite:${site}/site.db`;
    const host = await createTestHost({ database, plugins: [knowledgeBase()] });
    const { articles } = host.plugin('knowledge-base');
    for (let index = 0; index < ARTICLES; index += 1) {
      await articles.create({ title: `Page ${index}`, content: 'Text.\n' }, { user: null, source: 'cli' });
    }
    await host.close();
  }, 60_000);
  afterAll(() => rm(site, { recursive: true, force: true }));

  const run = (killAfter?: number) =>
    mortise(['kb', 'export', 'exports/out', '--format=json'], {
      cwd: site,
      env: { DATABASE_URL: database, MORTISE_SECRET: 'a secret for tests, long enough to be accepted' },
      ...(killAfter === undefined ? {} : { killAfter }),
    });
  const out = (): string => path.join(site, 'exports', 'out');
  /** Whether the folder says that it is whole. */
  const isMarked = () =>
    readFile(path.join(out(), '.mortise-export.json')).then(
      () => true,
      () => false,
    );

  it('leaves a whole folder or none; run to its end, there is one and nothing beside it that shows', async () => {
    const started = Date.now();
    expect(await run()).toMatchObject({ code: 0 });
    const duration = Date.now() - started;
    await rm(out(), { recursive: true });

    let killed = 0;
    for (let attempt = 0; attempt < KILLS; attempt += 1) {
      const { signal } = await run(duration * (0.5 + (0.5 * (attempt + Math.random())) / KILLS));
      if (signal === 'SIGKILL') killed += 1;
      const isThere = (await readdir(path.dirname(out()))).includes('out');
      if (isThere) {
        expect((await walkFolder(out())).files).toHaveLength(ARTICLES);
        expect(await isMarked()).toBe(true);
        await rm(out(), { recursive: true });
      }
    }
    expect(killed).toBeGreaterThan(0);
    expect(await run()).toMatchObject({ code: 0 });
    expect((await readdir(path.dirname(out()))).filter((name) => !name.startsWith('.'))).toEqual(['out']);
  }, 300_000);
});
