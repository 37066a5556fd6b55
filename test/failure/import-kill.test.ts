import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { mortise } from '../support/command-line.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { shortOrFull } from '../support/kill-loop.js';

/** Fractions of the steps that run before a kill, from the first writes to the last link. */
const PARTS = shortOrFull(
  [0.1, 0.5, 0.95],
  Array.from({ length: 50 }, (_, index) => index / 50),
);
const ARTICLES = shortOrFull(24, 120);

/** Result of an import without ids and times, which interruptions do not change. */
async function stateOf(database: string) {
  const host = await createTestHost({ database, plugins: [knowledgeBase()] });
  const kb = host.plugin('knowledge-base');
  const rows = await host.db.query.selectFrom('posts').select('id').where('type', '=', 'kb_article').execute();
  const articles = await kb.articles.getMany(rows.map(({ id }) => id));
  const categories = kb.categories.tree().all();
  const redirects = await host.db.query.selectFrom('kb_redirects').select(['path', 'locale', 'kind']).execute();
  const sources = await host.db.query.selectFrom('kb_sources').select(['path', 'kind', 'written_hash']).execute();
  await host.close();
  const sorted = <T>(list: T[]): T[] => list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    articles: sorted(
      articles.map(({ slug, title, content, status, tags, locale, redirects: old }) => ({
        slug,
        title,
        content,
        status,
        tags,
        locale,
        old,
      })),
    ),
    categories: sorted(categories.map(({ path: place, name, locale }) => ({ place, name, locale }))),
    redirects: sorted(redirects),
    sources: sorted(sources),
  };
}

/** Whether the import with this token is unfinished. */
async function isInterrupted(database: string, token: string): Promise<boolean> {
  const host = await createTestHost({ database, plugins: [knowledgeBase()], jobs: 'off' });
  const rows = await host.db.query.selectFrom('kb_import_checkpoints').selectAll().where('token', '=', token).execute();
  await host.close();
  return rows.length > 0;
}

describe.each(dialects)('killed import, on $name', (dialect) => {
  // Both databases are written in the same transactions, so one kill on the other is enough.
  const isThorough = shortOrFull(dialect.name === 'sqlite', true);
  const sources: readonly [string, string, readonly number[]][] = [
    ['a folder of Markdown', 'content', isThorough ? PARTS : [0.6]],
    ['an export of WordPress', 'posts.xml', shortOrFull([0.6], PARTS)],
  ];
  let folder: string;
  const drops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-kill-'));
    for (const section of ['alpha', 'beta', 'gamma']) {
      await mkdir(path.join(folder, 'content', section), { recursive: true });
      await writeFile(path.join(folder, 'content', section, '_index.md'), `---\ntitle: ${section}\n---\n[all](/)\n`);
    }
    for (let index = 0; index < ARTICLES; index += 1) {
      const section = ['alpha', 'beta', 'gamma'][index % 3] ?? '';
      const next = `/${['alpha', 'beta', 'gamma'][(index + 1) % 3]}/page-${(index + 1) % ARTICLES}/`;
      const text = `---\ntitle: Page ${index}\ntags: [t${index % 7}]\naliases: [/old/${index}/]\n---\n## Part\n\n[next](${next}#part)\n`;
      await writeFile(path.join(folder, 'content', section, `page-${index}.md`), text);
    }
    await writeFile(
      path.join(folder, 'posts.xml'),
      wxr(Array.from({ length: ARTICLES }, (_, index) => post(index)).join('')),
    );
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    for (const drop of drops) await drop();
  });

  async function freshUrl(): Promise<string> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    drops.push(drop);
    return url;
  }

  const run = (source: string, database: string, steps?: number) => command([source, '--source=book'], database, steps);
  const command = (parameters: readonly string[], database: string, steps?: number) =>
    mortise(['kb', 'import', ...parameters, '--format=json'], {
      cwd: folder,
      env: { MORTISE_DATABASE_URL: database, MORTISE_SECRET: 'a secret for tests, long enough to be accepted' },
      ...(steps === undefined ? {} : { steps }),
    });

  it.each(isThorough ? sources : sources.slice(0, 1))(
    'completes %s without losses or duplicates, whenever it was killed',
    async (_, source, parts) => {
      const undisturbed = await freshUrl();
      const { code, steps = 0 } = await run(source, undisturbed, -1);
      expect(code).toBe(0);
      const expected = await stateOf(undisturbed);
      expect(expected.articles).toHaveLength(ARTICLES);

      const disturbed = await freshUrl();
      let killed = 0;
      let token = '';
      for (const part of parts) {
        const { signal, stderr } = await run(source, disturbed, Math.floor(part * steps));
        if (signal === 'SIGKILL') killed += 1;
        // A completed run has no token to resume, and an early kill has not printed one yet.
        token = signal === 'SIGKILL' ? (/--resume=(\S+)/.exec(stderr)?.[1] ?? token) : '';
      }
      expect(killed).toBeGreaterThan(0);
      const goesOn = token !== '' && (await isInterrupted(disturbed, token));
      // An import killed after its last statement is complete, and says so.
      if (token !== '' && !goesOn) {
        expect(await command([`--resume=${token}`], disturbed)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('vendor_kb_import_resume_unknown'),
        });
      }
      const last = goesOn ? [`--resume=${token}`] : [source, '--source=book'];
      expect(await command(last, disturbed)).toMatchObject({ code: 0 });
      expect(await stateOf(disturbed)).toEqual(expected);
    },
    600_000,
  );

  it('gives the result of a single run when two run concurrently', async () => {
    const once = await freshUrl();
    await run('content', once);
    const twice = await freshUrl();
    await Promise.all([run('content', twice), run('content', twice)]);
    expect(await run('content', twice)).toMatchObject({ code: 0 });
    expect(await stateOf(twice)).toEqual(await stateOf(once));
  }, 240_000);
});

function post(index: number): string {
  const link = (of: number): string => `https://old.example/page-${of}/`;
  return item(
    {
      title: `Page ${index}`,
      link: link(index),
      guid: link(index),
      'wp:post_name': `page-${index}`,
      'content:encoded': `<p><a href="${link((index + 1) % ARTICLES)}">next</a></p>`,
    },
    `<category domain="category" nicename="c${index % 3}">C${index % 3}</category>`,
  );
}
