import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walkFolder } from '../../../../src/plugins/knowledge-base/content/import/walk-folder.js';
import { type AccessRuleInput, toRule } from '../../../../src/plugins/knowledge-base/domain/access/rule.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { exportInto } from '../../../support/knowledge-base-export.js';
import { temporaryFolder } from '../import/temporary-folder.js';

const actor = { user: null, source: 'rest' } as const;

describe.each(dialects)('Markdown export on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  let host: TestHost;
  let out: string;

  async function freshHost(): Promise<TestHost> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    const fresh = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    cleanups.push(fresh.close);
    return fresh;
  }
  beforeEach(async () => {
    host = await freshHost();
    out = path.join(tmpdir(), `mortise-export-${process.pid}-${Math.random().toString(36).slice(2)}`);
    cleanups.push(() => rm(out, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const kb = () => host.plugin('knowledge-base');
  const text = (file: string): Promise<string> => readFile(path.join(out, file), 'utf8');
  async function imported(files: Record<string, string>) {
    const folder = await temporaryFolder(files);
    await kb().importFolder(folder, { name: 'book' });
    return folder;
  }
  async function article(slug: string, category = 'book') {
    const found = await kb().articles.byPath('en', `${category}/${slug}`);
    if (!found) throw new Error(`no article ${category}/${slug}`);
    return found;
  }

  it('preserves byte order marks, line endings, comments and unknown keys', async () => {
    const files = {
      '_index.md': '\uFEFF---\r\ntitle: Book # the name\r\nicon: [a,  b]\r\n---\r\nSee [one](one.md).\r\n',
      'bare.md': '\uFEFF# Bare\n\n[up](/)\n',
      'described.md': "---\ntitle: 'One'\nsummary: >\n  folded\n  text\nlayout: wide\n---\n\n[bare](bare.md#bare)",
      'chapter/_index.md': '---\ntitle: Chapter\ndescription: About it\n---\n\n',
      'chapter/both/_index.md': '---\ntitle: Both\ndescription: Short\n---\nLong.\n',
      'old.md': '---\nredirect_to: /bare/\n---\n',
    };
    await imported(files);
    await exportInto(host, out, { source: 'book' });
    expect((await walkFolder(out)).files).toEqual(Object.keys(files).sort());
    for (const [file, content] of Object.entries(files)) expect([file, await text(file)]).toEqual([file, content]);
  });

  it('preserves the file names of a Docusaurus folder', async () => {
    const files = {
      'docs/01-guides/02-first.mdx': '---\nsidebar_label: F\n---\n[up](../intro.md)\n',
      'docs/01-guides/03-guides-all.md': '# All\n',
      'docs/api/api.md': '# The API\n',
      'docs/intro.md': '---\nslug: /\n---\n# Intro\n',
    };
    await imported({ ...files, 'docs/01-guides/_category_.json': '{"label":"Guides","position":0}' });
    const guides = kb().categories.tree().byPath('en', 'book/guides');
    await kb().articles.create({ title: 'Guides', categoryIds: [guides?.id ?? 0] }, actor);
    await exportInto(host, out, { source: 'book' });
    expect((await walkFolder(out)).files).toEqual([...Object.keys(files), 'docs/01-guides/guides-page.md'].sort());
    for (const [file, content] of Object.entries(files)) expect([file, await text(file)]).toEqual([file, content]);
    expect(await text('docs/01-guides/guides-page.md')).toContain('slug: guides\n');
  });

  it('keeps separate categories of a Jekyll post apart from nested ones', async () => {
    const post = '---\ncategories: [foo, bar]\n---\nText.\n';
    await imported({ '_posts/2024-01-02-a.md': post, '_posts/2024-01-03-b.md': post });
    const { id, categoryIds } = await article('b');
    const idOf = (place: string) => kb().categories.tree().byPath('en', place)?.id ?? 0;
    expect(categoryIds).toEqual([idOf('book'), idOf('book/foo/bar')]);
    const other = await kb().categories.create({ name: 'Other', slug: 'other', parentId: idOf('book') });
    await kb().articles.update(id, { categoryIds: [idOf('book'), idOf('book/foo'), other.id] }, actor);
    await exportInto(host, out, { source: 'book' });
    expect(await text('_posts/2024-01-02-a.md')).toBe(post);
    expect(await text('_posts/2024-01-03-b.md')).toContain('categories:\n  - /foo\n  - /other\n');
  });

  it('changes only the keys that were modified and no other byte', async () => {
    await imported({
      'one.md': '---\n# mine\ntitle:   "One"   # why\nweight: 3\ndraft: true\nx:  {a: 1}\n---\nText [two](two.md).\n',
      'two.md': '---\ntitle: Two\n---\n## Part\n\nText.\n',
    });
    const { id } = await article('one');
    await kb().articles.update(id, { title: 'Eins', status: 'publish', tags: ['new'], excerpt: 'Line: one' }, actor);
    await exportInto(host, out, { source: 'book' });
    expect(await text('one.md')).toBe(
      '---\n# mine\ntitle: Eins\nweight: 3\nx:  {a: 1}\ndescription: "Line: one"\ntags:\n  - new\n---\nText [two](two.md).\n',
    );
    expect(await text('two.md')).toBe('---\ntitle: Two\n---\n## Part\n\nText.\n');
  });

  it('removes the heading that was the title once the title has changed, and no other heading', async () => {
    await imported({
      'bare.md': '# Bare\n\n# Next\n',
      'both.md': '---\ntitle: Both\n---\n# both\n\nText.\n',
      'same.md': '# same\n\nText.\n',
      'apart.md': '---\ntitle: Apart\n---\n# Other\n',
    });
    for (const [slug, title] of Object.entries({ bare: 'One', both: 'Two', same: 'Same', apart: 'Three' }))
      await kb().articles.update((await article(slug)).id, { title }, actor);
    await exportInto(host, out, { source: 'book' });
    expect(await text('bare.md')).toBe('---\ntitle: One\n---\n# Next\n');
    expect(await text('both.md')).toBe('---\ntitle: Two\n---\nText.\n');
    expect(await text('same.md')).toBe('---\ntitle: Same\n---\n# same\n\nText.\n');
    expect(await text('apart.md')).toBe('---\ntitle: Three\n---\n# Other\n');
  });

  it('keeps the headings of texts written here', async () => {
    const { id: top } = await kb().categories.create({ name: 'Top', slug: 'top' }, actor);
    const block = '<!-- wp:heading {"level":1} -->\n<h1 class="wp-block-heading">Block</h1>\n<!-- /wp:heading -->';
    const texts = { markdown: '# A heading\n\nText.\n', html: '<h1>Html</h1>\n<p>{# text #}</p>', blocks: block };
    for (const [slug, content] of Object.entries(texts)) {
      const title = slug === 'markdown' ? 'Title' : slug;
      const contentFormat = slug as keyof typeof texts;
      await kb().articles.create({ title, slug, content, contentFormat, categoryIds: [top] }, actor);
    }
    await exportInto(host, out);
    host = await freshHost();
    await kb().importFolder(path.join(out, 'top'), { name: 'top' });
    for (const [slug, content] of Object.entries(texts))
      expect(await article(slug, 'top')).toMatchObject({ content, contentFormat: slug });
  });

  it.each([
    ['written here', '# Onions\n\n# Next\n'],
    ['with blank lines and a Setext heading', '\n\n*Onions*\n======\n\n\nText.\n'],
  ])('keeps the heading that is also the title of a text %s', async (_kind, content) => {
    const { id: top } = await kb().categories.create({ name: 'Top', slug: 'top', description: '# Top\n\nText.\n' });
    await kb().articles.create({ title: 'Onions', content, categoryIds: [top] }, actor);
    await exportInto(host, out);
    host = await freshHost();
    await kb().importFolder(path.join(out, 'top'), { name: 'top' });
    expect(await article('onions', 'top')).toMatchObject({ title: 'Onions', content });
    expect(kb().categories.tree().byPath('en', 'top')).toMatchObject({ description: '# Top\n\nText.\n' });
    const before = await text('top/onions.md');
    await rm(out, { recursive: true });
    await exportInto(host, out, { source: 'top' });
    expect(await text('onions.md')).toBe(before);
  });

  it('keeps a heading that was edited in after an import', async () => {
    await imported({ 'one.md': '---\ntitle: One\n---\n# One\n\nText.\n' });
    const { id } = await article('one');
    await kb().articles.update(id, { title: 'Two', content: '# Two\n\nText.\n' }, actor);
    await exportInto(host, out, { source: 'book' });
    expect(await text('one.md')).toBe('---\ntitle: Two\nkeep_title_heading: true\n---\n# Two\n\nText.\n');
  });

  it('converts links in modified text to links between files', async () => {
    await imported({ 'one.md': 'One\n', 'sub/two.md': '## Part\n' });
    const { id } = await article('one');
    await kb().articles.update(
      id,
      {
        content: '[two](/kb/book/sub/two#h-part) [book](/kb/book) [gone](/kb/book/gone) [x](https://x.example/kb/book)',
      },
      actor,
    );
    await exportInto(host, out, { source: 'book' });
    expect(await text('one.md')).toContain(
      '[two](sub/two.md#part) [book](/kb/book) [gone](/kb/book/gone) [x](https://x.example/kb/book)',
    );
    expect((await walkFolder(out)).files).toEqual(['one.md', 'sub/two.md']);
  });

  it('writes new and moved articles so that an import reads them the same', async () => {
    await imported({ 'content/en/one.md': 'One\n', 'content/en/two.md': 'Two\n' });
    const book = kb().categories.tree().byPath('en', 'book');
    const part = await kb().categories.create({ name: 'Part', parentId: book?.id ?? 0 });
    const { id } = await article('two');
    await kb().articles.update(id, { categoryIds: [part.id, book?.id ?? 0], slug: 'zwei' }, actor);
    await kb().articles.create({ title: 'New', categoryIds: [part.id], meta: { level: 2 } }, actor);
    await exportInto(host, out, { source: 'book' });
    expect((await walkFolder(out)).files).toEqual([
      ...['content/en/one.md', 'content/en/part/_index.md', 'content/en/part/new.md', 'content/en/part/zwei.md'],
    ]);

    const second = await freshHost();
    await second.plugin('knowledge-base').importFolder(out, { name: 'book' });
    const { articles, categories } = second.plugin('knowledge-base');
    expect(categories.tree().byPath('en', 'book/part')).toMatchObject({ name: 'Part' });
    const moved = await articles.byPath('en', 'book/part/zwei');
    expect(moved).toMatchObject({ title: 'Two', redirects: expect.arrayContaining(['two', 'book/two']) });
    expect(moved?.categoryIds).toHaveLength(2);
    expect(await articles.byPath('en', 'book/part/new')).toMatchObject({
      title: 'New',
      status: 'draft',
      meta: { front_matter: { level: 2 } },
    });
  });

  it('writes a folder for each top-level category that an import reads the same', async () => {
    const guides = await kb().categories.create({ name: 'Guides', description: 'See [it](/kb/guides/it/start).' });
    const it = await kb().categories.create({ name: 'IT', parentId: guides.id, order: 4 });
    const content = await kb().categories.create({ name: 'Content', parentId: guides.id });
    const guiden = await kb().categories.create({ name: 'Guides', slug: 'guides', locale: 'de' });
    const date = new Date('2026-01-02T03:04:05.678Z');
    const dates = { createdAt: date, publishedAt: date, modifiedAt: new Date('2026-02-02T00:00:00Z') };
    const meta = { front_matter: { author: 'Ann', a: { b: [1] } } };
    const all = [
      { title: 'Start', slug: 'start', categoryIds: [it.id], content: '[up](/kb/guides)', status: 'publish' },
      { title: 'Index', slug: 'index', categoryIds: [content.id], content: 'x\r\n', status: 'archived' },
      { title: 'v1.fr', slug: 'v1.fr', categoryIds: [content.id], status: 'pending', contentFormat: 'html' },
      { title: 'Größe', categoryIds: [guiden.id], locale: 'de', content: '---\nno front matter', tags: ['ä'] },
      { title: '長'.repeat(150), categoryIds: [guides.id], sticky: true, meta },
    ] as const;
    for (const input of all) await kb().articles.create({ ...input, ...dates }, { ...actor, source: 'import' });
    await exportInto(host, out);
    expect((await walkFolder(out)).files).toEqual([
      'guides/_index.md',
      ...['guides/content-/_index.md', 'guides/content-/index-page.md', 'guides/content-/v1.fr.md'],
      ...['guides/de/_index.md', 'guides/de/größe.md', 'guides/it-/_index.md', 'guides/it-/start.md'],
      `guides/${'長'.repeat(66)}.md`,
    ]);

    const second = await freshHost();
    await second.plugin('knowledge-base').importFolder(path.join(out, 'guides'), { name: 'guides' });
    expect(await stateOf(second)).toEqual(await stateOf(host));
  });

  it('writes access rules, and restricts articles whose rule it cannot write', async () => {
    const { rules } = kb().access;
    const keep = async (input: AccessRuleInput, hash?: string) => rules.keep(toRule(input, hash) ?? raise());
    const members = await keep({
      mode: 'roles',
      roles: ['editor', 'author'],
      teaser: 'words',
      teaser_words: 9,
      message: 'Join!',
    });
    const locked = await keep({ mode: 'password' }, await kb().hashPassword('hush'));
    const top = await kb().categories.create({ name: 'Top' });
    const inner = await kb().categories.create({
      name: 'Inner',
      parentId: top.id,
      ruleId: await keep({ mode: 'logged_in' }),
    });
    const inTop = { categoryIds: [top.id], status: 'publish' } as const;
    await kb().articles.create({ title: 'Members', ...inTop, ruleId: members }, actor);
    await kb().articles.create({ title: 'Locked', ...inTop, ruleId: locked }, actor);
    await kb().articles.create({ title: 'In', categoryIds: [inner.id], status: 'publish' }, actor);
    const { warnings } = await exportInto(host, out);
    expect(warnings).toMatchObject([{ path: 'locked.md', message: expect.stringContaining('password') }]);
    expect(await text('top/inner/_index.md')).toBe('---\ntitle: Inner\naccess: logged_in\n---\n');
    expect(await text('top/locked.md')).toContain('access: password\n');

    const second = await freshHost();
    await second.plugin('knowledge-base').importFolder(path.join(out, 'top'), { name: 'top' });
    const { articles, access, categories } = second.plugin('knowledge-base');
    const ruleOf = async (slug: string) =>
      access.rules.get((await articles.byPath('en', `top/${slug}`))?.ruleId ?? null);
    expect(await ruleOf('members')).toEqual(rules.get(members));
    expect(await ruleOf('locked')).toMatchObject({ mode: 'nobody' });
    expect(access.rules.ofCategory(categories.tree().byPath('en', 'top/inner')?.id ?? 0)).toMatchObject({
      mode: 'logged_in',
    });
  });

  it('preserves access rules except passwords, and an import denies access for invalid ones', async () => {
    const files = {
      'a.md': '---\naccess: {mode: password, password: hush}\n---\n',
      'b.md': '---\naccess: {mode: roles, roles: editor}\n---\n',
      'c.md': '---\naccess: members\n---\n',
      'd.md': '---\naccess:\n  mode: logged_in\n  listed: false\n---\n',
      'e.md': '---\naccess: inherit\n---\n',
    };
    await imported(files);
    const modes = await Promise.all(
      [...'abcde'].map(async (slug) => kb().access.rules.get((await article(slug)).ruleId)?.mode),
    );
    expect(modes).toEqual(['password', 'nobody', 'nobody', 'logged_in', undefined]);
    await exportInto(host, out, { source: 'book' });
    expect(await text('a.md')).toBe('---\naccess: password\n---\n');
    for (const [file, content] of Object.entries(files).slice(1)) {
      expect([file, await text(file)]).toEqual([file, content]);
    }
    for (const table of ['posts', 'kb_sources', 'kb_revisions', 'kb_access_rules'] as const) {
      expect(JSON.stringify(await host.db.query.selectFrom(table).selectAll().execute())).not.toContain('hush');
    }
  });

  it('excludes the trash by default and filters by status, date and source', async () => {
    const one = await kb().articles.create({ title: 'One', status: 'publish' }, actor);
    await kb().articles.create({ title: 'Two', modifiedAt: new Date('2020-01-01T00:00:00Z') }, actor);
    await kb().articles.create({ title: 'Three' }, actor);
    await kb().articles.update(one.id, { status: 'trash' }, actor);
    await exportInto(host, out, { statuses: ['draft', 'publish'], since: new Date('2021-01-01T00:00:00Z') });
    expect((await walkFolder(out)).files).toEqual(['three.md']);
    await exportInto(host, `${out}-3`, { statuses: ['trash'] });
    cleanups.push(() => rm(`${out}-3`, { recursive: true, force: true }));
    expect(await readFile(path.join(`${out}-3`, 'one.md'), 'utf8')).toContain('draft: true');
    await expect(exportInto(host, `${out}-2`, { source: 'nothing' })).rejects.toMatchObject({
      code: 'vendor_kb_export_source_unknown',
    });
  });

  it('writes a single category as the root folder', async () => {
    const top = await kb().categories.create({ name: 'Top' });
    const inner = await kb().categories.create({ name: 'Inner', parentId: top.id });
    await kb().articles.create({ title: 'In', categoryIds: [inner.id] }, actor);
    await kb().articles.create({ title: 'Out', categoryIds: [top.id] }, actor);
    await exportInto(host, out, { category: inner.id });
    expect((await walkFolder(out)).files).toEqual(['_index.md', 'in.md']);
  });

  it('writes into a non-empty folder only with force, and deletes its own outdated files', async () => {
    const { id } = await kb().articles.create({ title: 'One' }, actor);
    await kb().articles.create({ title: 'Two' }, actor);
    await mkdir(out);
    await exportInto(host, out);
    await writeFile(path.join(out, 'mine.txt'), 'mine');
    await writeFile(path.join(out, 'two.md'), 'changed');
    await expect(exportInto(host, out)).rejects.toMatchObject({ code: 'vendor_kb_export_exists', status: 409 });
    await kb().articles.delete(id);
    await exportInto(host, out, { force: true });
    expect((await walkFolder(out)).files).toEqual(['mine.txt', 'two.md']);
    expect(await text('two.md')).toContain('title: Two');
  });

  it('lets filters change and drop files, and rejects paths outside of the folder', async () => {
    await kb().articles.create({ title: 'One' }, actor);
    await kb().articles.create({ title: 'Two' }, actor);
    const added = host.hooks.addFilter('vendor_kb_export_item', (file) =>
      file?.path === 'one.md' ? null : file && { path: `docs/${file.path}`, text: 'redacted' },
    );
    await exportInto(host, out);
    expect((await walkFolder(out)).files).toEqual(['docs/two.md']);
    added.remove();
    host.hooks.addFilter('vendor_kb_export_item', (file) => file && { ...file, path: `../${file.path}` });
    await expect(exportInto(host, `${out}-2`)).rejects.toMatchObject({ code: 'vendor_kb_export_path' });
  });
});

function raise(): never {
  throw new Error('no rule');
}

/** Returns all articles and categories in a stable order, without ids. */
async function stateOf(host: TestHost) {
  const { articles, categories, access } = host.plugin('knowledge-base');
  const rows = await host.db.query.selectFrom('kb_articles').select('id').execute();
  const tree = categories.tree();
  const found = (await articles.getMany(rows.map(({ id }) => id))).map(
    ({
      id: _,
      version: _version,
      translationKey: _key,
      redirects: _old,
      uuid: _uuid,
      categoryIds,
      ruleId,
      ...article
    }) => ({
      ...article,
      rule: access.rules.get(ruleId),
      categories: categoryIds.map((id) => tree.get(id)?.path),
    }),
  );
  return {
    articles: found.sort((one, other) => (one.slug < other.slug ? -1 : 1)),
    categories: tree
      .all()
      .map(({ path: place, name, description, order, locale, meta }) => ({
        place,
        name,
        description,
        order,
        locale,
        meta,
      }))
      .sort((one, other) => (one.locale + one.place < other.locale + other.place ? -1 : 1)),
  };
}
