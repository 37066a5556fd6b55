import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../../../src/plugins/knowledge-base/content/import/run-import.js';
import { readSource } from '../../../src/plugins/knowledge-base/content/import/source.js';
import { storedContent } from '../../../src/plugins/knowledge-base/domain/articles/stored-html.js';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects, SQLITE } from '../../support/databases.js';
import { exportJsonInto, importJsonFrom } from '../../support/knowledge-base-json.js';
import { temporaryFolder } from './import/temporary-folder.js';

const HOSTILE = '<h2 onclick="steal()">Hello</h2><script>steal()</script><p style="position:fixed">World</p>';
const CLEAN = '<h2>Hello</h2><p>World</p>';

describe.each(dialects)('article HTML on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const stored = async (id: number) => (await kb.host.plugin('knowledge-base').articles.get(id))?.content;

  it('is stored unchanged for trusted roles and sanitized for all others', async () => {
    const html = { content: HOSTILE, format: 'html', status: 'draft' };
    for (const role of ['administrator', 'editor'] as const)
      expect(await stored(await kb.article(html, role))).toBe(HOSTILE);
    for (const role of ['kb_manager', 'author', 'contributor'] as const) {
      expect(await stored(await kb.article(html, role))).toBe(CLEAN);
    }
  });

  it('is sanitized on update, and when another format becomes HTML', async () => {
    const own = await kb.article({ content: 'x', status: 'draft' }, 'author');
    await kb.call('author', 'PUT', `/articles/${own}`, { content: HOSTILE });
    // Markdown is not HTML yet. It is sanitized when rendered.
    expect(await stored(own)).toBe(HOSTILE);
    await kb.call('editor', 'PUT', `/articles/${own}`, { format: 'html' });
    expect(await stored(own)).toBe(CLEAN);
    await kb.call('author', 'PUT', `/articles/${own}`, { content: `${HOSTILE}!` });
    expect(await stored(own)).toBe(`${CLEAN}!`);
  });

  it('stays as a trusted user stored it while other fields change', async () => {
    const id = await kb.article({ content: HOSTILE, format: 'html', status: 'draft' }, 'editor');
    await kb.host
      .plugin('knowledge-base')
      .articles.update(id, { authorId: kb.users.author.id }, { user: null, source: 'cli' });
    expect((await kb.call('author', 'PUT', `/articles/${id}`, { title: 'Another title' })).status).toBe(200);
    expect(await stored(id)).toBe(HOSTILE);
  });

  it('is sanitized when an untrusted user restores an earlier version', async () => {
    const id = await kb.article({ content: HOSTILE, format: 'html', status: 'draft' }, 'editor');
    await kb.call('editor', 'PUT', `/articles/${id}`, { content: '<p>Quiet</p>' });
    await kb.host
      .plugin('knowledge-base')
      .articles.update(id, { authorId: kb.users.author.id }, { user: null, source: 'cli' });
    expect((await kb.call('author', 'POST', `/articles/${id}/revisions/1/restore`, {})).status).toBe(200);
    expect(await stored(id)).toBe(CLEAN);
    await kb.call('editor', 'POST', `/articles/${id}/revisions/1/restore`, {});
    expect(await stored(id)).toBe(HOSTILE);
  });

  it('is sanitized for an API key without the unfiltered HTML scope', async () => {
    const url = await kb.host.listen();
    const write = async (scopes: string[]) => {
      const { key } = await kb.host.apiKeys.create({ name: 'Key', scopes, userId: kb.users.editor.id });
      const answer = await fetch(`${url}/api/vendor-kb/v1/articles`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'By a program', content: HOSTILE, format: 'html' }),
      });
      return stored(((await answer.json()) as { id: number }).id);
    };
    expect(await write(['kb:write'])).toBe(CLEAN);
    expect(await write(['kb:write', 'unfiltered_html'])).toBe(HOSTILE);
  });

  it('is imported unchanged, or sanitized in all versions for untrusted users', async () => {
    const file = path.join(await temporaryFolder({}), 'kb.json');
    const source = await openKbHost(SQLITE);
    const id = await source.article({ title: 'Imported', content: `${HOSTILE}1`, format: 'html' });
    await source.call('administrator', 'PUT', `/articles/${id}`, { content: `${HOSTILE}2` });
    await exportJsonInto(source.host, file, { revisions: true });
    await source.close();
    const texts = async () => {
      const rows = await kb.host.db.query.selectFrom('kb_revisions').select('content').orderBy('version').execute();
      return rows.map(({ content }) => content).filter((content) => /[12]$/.test(content));
    };
    const report = await importJsonFrom(kb.host, file, { unfilteredHtml: false });
    expect(report).toMatchObject({ articles: { created: 1 } });
    expect(await texts()).toEqual([`${CLEAN}1`, `${CLEAN}2`]);
    await importJsonFrom(kb.host, file, { update: 'overwrite' });
    expect(await texts()).toContain(`${HOSTILE}2`);
  });

  it('keeps its links when sanitized on a folder import, and does not count as edited', async () => {
    const body = '<p onclick="steal()"><a href="two.md">Two</a></p><script>steal()</script>';
    const folder = await temporaryFolder({
      'one.md': `---\ntitle: One\n---\n${body}`,
      'two.md': '---\ntitle: Two\n---\nx',
    });
    const run = async (options: { update?: 'overwrite' } = {}) => {
      const source = await readSource(folder, { name: 'html' });
      const items = source.items.map((item) => (item.key === 'one.md' ? { ...item, format: 'html' as const } : item));
      return runImport(kb.host.plugin('knowledge-base'), {
        source: { ...source, items },
        name: 'html',
        unfilteredHtml: false,
        ...options,
      });
    };
    expect(await run()).toMatchObject({ edited: [], articles: { created: 2 } });
    const one = await kb.host.plugin('knowledge-base').articles.byPath('en', 'html/one');
    expect(one?.content).toBe('<p><a href="/kb/html/two">Two</a></p>');
    expect(await run()).toMatchObject({ edited: [], articles: { created: 0, updated: 0 } });
    expect(await run({ update: 'overwrite' })).toMatchObject({ edited: [] });
  });
});

const NO_BLOCKS = { clean: async (text: string): Promise<string> => text };

it('sanitized HTML is stored unchanged when it is saved again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const writer = { source: 'rest', unfilteredHtml: false } as const;
      const blank = { content: '', contentFormat: 'html' } as const;
      const once = await storedContent(
        blank,
        { ...blank, content: `<p ${text}>${text}` },
        { content: text },
        writer,
        NO_BLOCKS,
      );
      expect(await storedContent(blank, { ...blank, content: once }, { content: once }, writer, NO_BLOCKS)).toBe(once);
    }),
  );
});
