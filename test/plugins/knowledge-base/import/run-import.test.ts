import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { runImport } from '../../../../src/plugins/knowledge-base/content/import/run-import.js';
import { readSource } from '../../../../src/plugins/knowledge-base/content/import/source.js';
import type { UpdatePolicy } from '../../../../src/plugins/knowledge-base/content/import/sources.js';
import { dialects } from '../../../support/databases.js';
import { importedArticle, startImportHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';

describe.each(dialects)('import on $name', (dialect) => {
  let host: TestHost;
  let folder: string;

  beforeEach(async () => {
    host = await startImportHost(dialect);
    folder = await temporaryFolder({
      '_index.md': '---\ntitle: Book\n---\nWelcome, see [one](/one/).\n',
      'one.md': '---\ntitle: One\ntags: [a]\n---\n## Part\n\nGo to [two](chapter/two.md#there) or [nowhere](/gone/).\n',
      'chapter/two.md': '---\ntitle: Two\naliases: [/second/]\n---\n## There\n\nBack to [one](../one.md).\n',
    });
  });

  const kb = () => host.plugin('knowledge-base');
  async function run(options: { update?: UpdatePolicy; dryRun?: boolean; under?: number; signal?: AbortSignal } = {}) {
    const source = await readSource(folder, { name: 'book' });
    return runImport(kb(), { source, name: 'book', ...options });
  }
  const article = (slug: string, category = 'book') => importedArticle(host, `${category}/${slug}`);
  const actor = { user: null, source: 'rest' } as const;

  it('creates articles from files, categories from folders, and local links', async () => {
    const report = await run();
    expect(report).toMatchObject({
      articles: { created: 2 },
      categories: { created: 1 },
      generatedCategories: { created: 1 },
      links: { resolved: 3, unresolved: [{ key: 'one.md', link: '/gone/', line: 7 }] },
    });
    expect((await article('one')).content).toContain('[two](/kb/book/chapter/two#h-there)');
    expect((await article('two', 'book/chapter')).content).toContain('[one](/kb/book/one)');
    expect(kb().categories.tree().byPath('en', 'book')?.description).toContain('[one](/kb/book/one)');
  });

  it('warns about access rules with unknown roles and about reserved slugs, which it replaces', async () => {
    await writeFile(
      path.join(folder, 'ruled.md'),
      '---\ntitle: Ruled\naccess: {mode: roles, roles: [edtior]}\n---\nText.\n',
    );
    const report = await run();
    expect(report.warnings).toContainEqual({ key: 'ruled.md', message: expect.stringContaining('"edtior"') });
    expect(kb().access.rules.get((await article('ruled')).ruleId)).toMatchObject({ mode: 'roles', roles: ['edtior'] });
    // The folder itself becomes a category of this name.
    const other = await runImport(kb(), { source: await readSource(folder, { name: 'hr' }), name: 'hr' });
    expect(other.problems).toEqual([]);
    expect(other.warnings).toContainEqual({
      key: expect.any(String),
      message: expect.stringContaining('"hr" is reserved'),
    });
    expect(kb().categories.tree().byPath('en', 'hr')).toBeUndefined();
    expect(kb().categories.tree().roots('en')).toHaveLength(2);
  });

  it('schedules an article with a future date', async () => {
    const day = new Date(Date.now() + 86_400_000).toISOString();
    await writeFile(path.join(folder, 'soon.md'), `---\ntitle: Soon\ndate: ${day}\n---\nText.\n`);
    await run();
    expect(await article('soon')).toMatchObject({ status: 'future', publishedAt: new Date(day) });
    expect(await article('one')).toMatchObject({ status: 'publish' });
  });

  it('imports only what changed in the source', async () => {
    await run();
    await writeFile(path.join(folder, 'one.md'), '---\ntitle: One, again\n---\nNew text.\n');
    const report = await run();
    expect(report).toMatchObject({ articles: { updated: 1, unchanged: 1 }, categories: { unchanged: 1 } });
    expect(await article('one')).toMatchObject({ title: 'One, again', content: 'New text.\n' });
    expect((await article('two', 'book/chapter')).version).toBe(1);
  });

  it('keeps and reports a text that was changed locally unless overwriting is requested', async () => {
    await run();
    const { id } = await article('one');
    await kb().articles.update(id, { content: 'Mine.' }, actor);
    await writeFile(path.join(folder, 'one.md'), '---\ntitle: One\n---\nTheirs.\n');
    expect(await run()).toMatchObject({ edited: ['one.md'] });
    expect((await article('one')).content).toBe('Mine.');
    expect(await run({ update: 'overwrite' })).toMatchObject({ edited: [] });
    expect((await article('one')).content).toBe('Theirs.\n');
  });

  it('keeps all existing articles with the policy "skip"', async () => {
    await run();
    await writeFile(path.join(folder, 'one.md'), '---\ntitle: Other\n---\nOther.\n');
    await writeFile(path.join(folder, 'three.md'), '---\ntitle: Three\n---\nThree.\n');
    expect(await run({ update: 'skip' })).toMatchObject({ articles: { created: 1, unchanged: 2, updated: 0 } });
    expect((await article('one')).title).toBe('One');
  });

  it('changes nothing in a dry run and reports its result', async () => {
    expect(await run({ dryRun: true })).toMatchObject({
      dryRun: true,
      articles: { created: 2 },
      categories: { created: 1 },
    });
    expect(kb().categories.tree().all()).toEqual([]);
    expect(await kb().articles.byPath('en', 'book/one')).toBeNull();
  });

  it('imports below a given category', async () => {
    const { id } = await kb().categories.create({ name: 'Library' });
    await run({ under: id });
    expect(await article('one', 'library/book')).toMatchObject({ title: 'One' });
  });

  it('restores an article that was deleted locally', async () => {
    await run();
    await kb().articles.delete((await article('one')).id);
    expect(await run()).toMatchObject({ articles: { created: 1, unchanged: 1 } });
    expect((await article('one')).content).toContain('(/kb/book/chapter/two#h-there)');
  });

  it('completes after an interruption', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await run({ signal: stop.signal })).toMatchObject({ interrupted: true, articles: { created: 0 } });
    expect(await run()).toMatchObject({ interrupted: false, articles: { created: 2 } });
  });

  it('reports an article whose slug another article has', async () => {
    const book = await kb().categories.create({ name: 'Book' });
    await kb().articles.create({ title: 'Here first', slug: 'one', categoryIds: [book.id] }, actor);
    const report = await run();
    expect(report.problems).toEqual([expect.objectContaining({ key: 'one.md', code: 'vendor_kb_slug_taken' })]);
    expect(report.articles.created).toBe(1);
  });

  it.each([
    ['front matter that is no YAML', '---\na: [\n---\ntext', 'vendor_kb_import_invalid'],
    ['front matter that is a script', '---js\nprocess.exit(7)\n---\ntext', 'vendor_kb_import_invalid'],
    [
      'a bomb of aliases',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`)
        .join('\n')}\n---\n`,
      'vendor_kb_import_invalid',
    ],
    ['a NUL character', Buffer.from('# A\0'), 'vendor_kb_import_invalid'],
    ['invalid UTF-8', Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x41]), 'vendor_kb_import_invalid'],
  ])('imports all other files if one has %s', async (_, text, code) => {
    await writeFile(path.join(folder, 'bad.md'), text);
    const report = await run();
    expect(report.problems).toEqual([expect.objectContaining({ key: 'bad.md', code })]);
    expect(report).toMatchObject({ articles: { created: 2 }, categories: { created: 1 } });
  });

  it('imports all other files if one has 50 MB', async () => {
    await writeFile(path.join(folder, 'huge.md'), '# Huge\n');
    await truncate(path.join(folder, 'huge.md'), 50 * 1024 * 1024);
    const report = await run();
    expect(report.problems).toEqual([expect.objectContaining({ key: 'huge.md', code: 'vendor_kb_too_large' })]);
    expect(report.articles.created).toBe(2);
  });

  it('imports the first of two files with the same slug and reports the second', async () => {
    await writeFile(path.join(folder, 'uno.md'), '---\ntitle: Uno\nslug: one\n---\n');
    const report = await run();
    expect(report.problems).toEqual([expect.objectContaining({ key: 'uno.md', code: 'vendor_kb_slug_taken' })]);
    expect(report.articles.created).toBe(2);
  });

  it('reports unsupported template tags, except those in code', async () => {
    await writeFile(path.join(folder, 'tags.md'), '{{< note >}} {% include a.html %} {{% tab %}}\n\n`{{< code >}}`\n');
    expect((await run()).templateTags).toEqual([
      { key: 'tags.md', tags: ['{{< note >}}', '{% include %}', '{{% tab %}}'] },
    ]);
  });

  it('imports a limited number of articles and continues from there', async () => {
    const first = await importFrom(kb(), host.hooks, { path: folder, name: 'book', limit: 1 });
    expect(first).toMatchObject({ files: 3, articles: { created: 1 }, categories: { created: 1 }, beyondLimit: 1 });
    const rest = await importFrom(kb(), host.hooks, { path: folder, name: 'book', status: 'draft' });
    expect(rest).toMatchObject({ articles: { created: 1, unchanged: 1 }, beyondLimit: 0 });
    expect((await article('one')).content).toContain('[two](/kb/book/chapter/two#h-there)');
    expect([(await article('one')).status, (await article('two', 'book/chapter')).status].sort()).toEqual([
      ...['draft', 'publish'],
    ]);
  });

  it('calls actions with the outcome of each item', async () => {
    const events: unknown[] = [];
    host.hooks.addAction('vendor_kb_import_started', (info, items) => void events.push([info.source, items]));
    host.hooks.addAction('vendor_kb_item_imported', ({ key }, { outcome }) => void events.push([key, outcome]));
    host.hooks.addAction('vendor_kb_import_finished', ({ articles }) => void events.push(articles.created));
    await importFrom(kb(), host.hooks, { path: folder, name: 'book' });
    expect(events).toEqual([
      ...[
        ['book', 4],
        ['_index.md', 'created'],
        ['chapter/', 'created'],
        ['chapter/two.md', 'created'],
      ],
      ...[['one.md', 'created'], 2],
    ]);
  });

  it('never creates active markup from hostile Markdown', async () => {
    await writeFile(
      path.join(folder, 'evil.md'),
      '---\ntitle: "<script>alert(1)</script>"\n---\n<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))\n',
    );
    await run();
    const url = await host.listen();
    const html = await (await fetch(`${url}/kb/book/evil`)).text();
    expect(html).not.toMatch(/<script>|onerror=|=["']?javascript:/i);
    expect(html).toContain('&#60;script&#62;alert(1)');
  });
});
