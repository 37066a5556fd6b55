import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { type ImportSite, openImportSite } from '../plugins/knowledge-base/import/import-site.js';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { dialects } from '../support/databases.js';
import { shortOrFull } from '../support/kill-loop.js';

const ARTICLES = 20;
/** Author named in the export. */
const AUTHOR = 'jane';
const posts = wxr(
  Array.from({ length: ARTICLES }, (_, index) =>
    item({
      title: `Page ${index}`,
      link: `https://old.example/p${index}/`,
      guid: `p${index}`,
      'wp:post_name': `p${index}`,
      'dc:creator': AUTHOR,
      'content:encoded': `<p><a href="https://old.example/p${(index + 1) % ARTICLES}/">next</a></p>`,
    }),
  ).join(''),
);

describe.each(dialects)('REST import with a killed process, on $name', { timeout: 240_000 }, (dialect) => {
  // All of them work on either database in the same transactions.
  const isThorough = shortOrFull(dialect.name === 'sqlite', true);
  let site: ImportSite;
  beforeEach(async () => {
    site = await openImportSite(dialect);
  });
  afterEach(() => site?.close());

  /** Has another process begin the import and die after the given number of articles. */
  async function killAfter(articles: number): Promise<void> {
    await startScript('../../../failure/processes/work-on-import.ts', [site.url, site.storage, `${articles}`]).killed();
  }
  /** Releases the job, as workers do when its process is silent for too long, without the wait. */
  const jobs = () => site.host.db.query.updateTable('jobs').where('status', '=', 'running');
  const takeOver = () => jobs().set({ status: 'waiting', due_at: 0, holder: null, lease_until: 0 }).execute();
  const fallSilent = () => jobs().set({ lease_until: 0 }).execute();

  async function pages() {
    const rows = await site.host.db.query
      .selectFrom('posts')
      .select(['slug', 'content', 'author_id'])
      .where('type', '=', 'kb_article')
      .execute();
    return rows.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  }
  const leftBehind = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('mortise-import-run-'));

  it('continues in another process, with the same result', async () => {
    const before = await leftBehind();
    const { data } = await site.send(posts, { source: 'old' });
    await killAfter(7);
    expect(await pages()).toHaveLength(7);
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).data).toMatchObject({
      state: 'running',
      attempts: 1,
    });
    expect((await site.send(posts)).data).toMatchObject({ code: 'vendor_kb_import_running' });

    await takeOver();
    await site.host.work();
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).data).toMatchObject({
      state: 'completed',
      attempts: 2,
      file: { kept: false },
      report: { articles: { created: ARTICLES - 7, unchanged: 7 }, links: { resolved: ARTICLES, unresolved: [] } },
    });
    const found = await pages();
    expect(found).toHaveLength(ARTICLES);
    expect(found.filter(({ content }) => content.includes('old.example'))).toEqual([]);
    expect(await site.files()).toEqual([]);
    expect(await leftBehind()).toEqual(before);
  });

  it.runIf(isThorough)('continues in another process with its options when begun in the admin area', async () => {
    const { host, users } = site;
    const manager = users.kb_manager;
    const fields = { from: 'wxr', source: 'old', map: `authors: { ${AUTHOR}: ${users.editor.login} }` };
    const checked = await site.check(posts, fields);
    expect(checked.status).toBe(303);
    await host.work();
    const dry = checked.headers.location ?? '';
    expect(await (await host.visit(dry, { as: manager })).text()).toContain('Nothing has changed yet.');
    const started = await host.submit(dry, 'run', {}, { as: manager });
    expect(started.status).toBe(303);
    const run = started.headers.get('location') ?? '';
    await killAfter(7);
    expect(await pages()).toHaveLength(7);
    expect(await (await host.visit(run, { as: manager })).text()).toContain('Cancel import');
    await takeOver();
    await host.work();
    const text = await (await host.visit(run, { as: manager })).text();
    expect(text).toContain('Import completed.');
    expect(text).toContain('Interruptions: 1. The import resumed automatically.');
    const found = await pages();
    expect(found).toHaveLength(ARTICLES);
    expect(new Set(found.map((each) => each.author_id))).toEqual(new Set([users.editor.id]));
    expect(await site.files()).toEqual([]);
  });

  it.runIf(isThorough)('fails when every process dies of it, says what to do, and allows the next one', async () => {
    const { data } = await site.send(posts, { source: 'old' });
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await killAfter(2);
      if (attempt < 4) await takeOver();
    }
    await fallSilent();
    await site.host.work();
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).data).toMatchObject({
      state: 'failed',
      attempts: 4,
      report: null,
      file: { kept: true },
      error: {
        code: 'vendor_kb_import_stopped',
        message: expect.stringContaining('Start it again with the same source'),
      },
    });
    expect(await pages()).toHaveLength(8);
    const next = await site.call('kb_manager', 'POST', '/import', { run: data.id });
    expect(next.status).toBe(202);
    await site.host.work();
    expect((await site.call('kb_manager', 'GET', `/import/${next.data.id}`)).data).toMatchObject({
      state: 'completed',
    });
    expect(await pages()).toHaveLength(ARTICLES);
    expect(await site.files()).toEqual([]);
  });
});
