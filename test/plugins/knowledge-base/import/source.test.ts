import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createItemIndex } from '../../../../src/plugins/knowledge-base/content/import/links/item-index.js';
import { createLinkResolver } from '../../../../src/plugins/knowledge-base/content/import/links/resolve-links.js';
import { readSource } from '../../../../src/plugins/knowledge-base/content/import/source.js';
import { temporaryFolder } from './temporary-folder.js';

describe('Hugo folder', () => {
  it.each(['""', "' '", '[]', 'true', 'null', 'x'])('has no order if the weight is %s', async (weight) => {
    const folder = await temporaryFolder({ 'content/a.md': `---\nweight: ${weight}\n---\nA\n` });
    const { items } = await readSource(folder, { name: 'Handbook' });
    expect(items.find(({ kind }) => kind === 'article')).toMatchObject({ order: null });
  });

  it('is read as a tree of categories and articles in every locale, parents first', async () => {
    const folder = await temporaryFolder({
      'content/en/_index.md': '---\ntitle: Docs\n---\n',
      'content/en/guides/setup/install.md': '---\nTitle: Install\nweight: 3\ntags: ["", a]\nstatus: done\n---\nBody\n',
      'content/pt-br/guides/setup/install.md': '# Instalar {#x}\n',
      'content/en/_TEMPLATE.md': 'x',
      'content/en/guides/old.md': '---\nredirect_to: https://new.example/\n---\n',
    });
    const { items, problems, fileCount, defaultLocale } = await readSource(folder, { name: 'Handbook' });
    expect({ problems, fileCount, defaultLocale }).toEqual({ problems: [], fileCount: 5, defaultLocale: 'en' });
    const positions = new Map(items.map(({ key }, index) => [key, index]));
    for (const [index, item] of items.entries()) {
      if (item.parentKey !== null) expect(positions.get(item.parentKey)).toBeLessThan(index);
    }
    expect(
      items
        .filter(({ kind }) => kind === 'category')
        .map((item) => [item.locale, item.key, item.categoryPath, item.slug]),
    ).toEqual([
      ['en', 'content/en/_index.md', [], 'handbook'],
      ['pt-BR', 'content/pt-br/', [], 'handbook'],
      ['en', 'content/en/guides/', ['handbook'], 'guides'],
      ['pt-BR', 'content/pt-br/guides/', ['handbook'], 'guides'],
      ['en', 'content/en/guides/setup/', ['handbook', 'guides'], 'setup'],
      ['pt-BR', 'content/pt-br/guides/setup/', ['handbook', 'guides'], 'setup'],
    ]);
    const install = items.find(({ key }) => key === 'content/en/guides/setup/install.md');
    const translated = items.find(({ key }) => key === 'content/pt-br/guides/setup/install.md');
    expect(install).toMatchObject({
      kind: 'article',
      title: 'Install',
      order: 3,
      tags: ['a'],
      body: 'Body\n',
      meta: { status: 'done' },
      parentKey: 'content/en/guides/setup/',
      addresses: ['/guides/setup/install', '/en/guides/setup/install'],
    });
    expect(translated).toMatchObject({ title: 'Instalar', addresses: ['/pt-br/guides/setup/install'] });
    expect(translated?.translationKey).toBe(install?.translationKey);
    expect(items.find(({ key }) => key.endsWith('_TEMPLATE.md'))).toMatchObject({ kind: 'article', status: 'draft' });
    expect(items.at(-1)).toMatchObject({ kind: 'redirect', redirectTo: 'https://new.example/', parentKey: null });
  });

  it.each(['published: no', 'published: "false"', 'draft: yes', 'draft: "true"', 'draft: On', 'draft: 1'])(
    'has drafts where its generator publishes nothing: %s',
    async (line) => {
      const folder = await temporaryFolder({ 'a.md': `---\n${line}\n---\nx` });
      expect((await readSource(folder)).items.at(-1)).toMatchObject({ kind: 'article', status: 'draft' });
    },
  );

  it('warns about invalid access rules, which deny access', async () => {
    const folder = await temporaryFolder({
      'banana.md': '---\naccess: banana\n---\nx',
      'roles.md': '---\naccess: {mode: roles}\n---\nx',
      'nobody.md': '---\naccess: nobody\n---\nx',
      'known.md': '---\naccess: logged_in\n---\nx',
    });
    const { items, warnings = [] } = await readSource(folder);
    expect(warnings.map(({ key }) => key).sort()).toEqual(['banana.md', 'roles.md']);
    expect(items.find(({ key }) => key === 'banana.md')?.access).toMatchObject({ mode: 'nobody' });
  });

  it('has sections for folders that only look like languages', async () => {
    const folder = await temporaryFolder({ 'api/a.md': 'x', 'faq/b.md': 'x', 'c.fr.md': 'x' });
    const { items } = await readSource(folder);
    expect(items.filter(({ kind }) => kind === 'article').map(({ key, locale }) => [key, locale])).toEqual([
      ['api/a.md', 'en'],
      ['c.fr.md', 'fr'],
      ['faq/b.md', 'en'],
    ]);
  });

  it('has times without a zone as UTC, and null for invalid ones', async () => {
    const folder = await temporaryFolder({
      'a.md': '---\ndate: 2024-02-03\nlastmod: 2024-02-03 10:00:00 +0200\n---\n',
      'b.md': '---\ndate: soon\ndraft: true\naliases: [/old/, old]\n---\n',
    });
    const { items } = await readSource(folder);
    const [a, b] = items.filter(({ kind }) => kind === 'article');
    expect([a?.date, a?.updated]).toEqual([new Date('2024-02-03T00:00:00Z'), new Date('2024-02-03T08:00:00Z')]);
    expect(b).toMatchObject({ date: null, status: 'draft', redirects: ['/old'] });
  });
});

describe('Jekyll folder', () => {
  it('supports collections, permalinks, redirects and dated posts', async () => {
    const folder = await temporaryFolder({
      'content/_en/help/a.md':
        '---\nlayout: help\npermalink: /assist/A-page/\nredirect_from: help/old\norder: 2\n---\n',
      'content/_es/help/a.md': 'x',
      'content/_en/help/index.md': '---\ntitle: Help\n---\n',
      'content/_posts/2024-01-02-news.md': 'x',
      'LICENSE.md': 'x',
    });
    const { profile, items, skipped } = await readSource(folder, { name: 'site' });
    expect({ profile, skipped }).toEqual({ profile: 'jekyll', skipped: ['LICENSE.md'] });
    const find = (key: string) => items.find((item) => item.key === key);
    expect(find('content/_en/help/a.md')).toMatchObject({
      slug: 'a-page',
      order: 2,
      redirects: ['/help/old'],
      meta: { layout: 'help' },
      addresses: ['/assist/a-page', '/help/a', '/en/help/a'],
      parentKey: 'content/_en/help/index.md',
    });
    expect(find('content/_es/help/a.md')?.addresses).toEqual(['/es/help/a']);
    expect(find('content/_en/help/index.md')).toMatchObject({ kind: 'category', slug: 'help', categoryPath: ['site'] });
    expect(find('content/_posts/2024-01-02-news.md')).toMatchObject({ slug: 'news', date: new Date('2024-01-02') });
  });

  it.each([
    ['foo bar', [['foo', 'bar']]],
    ['[foo, bar]', [['foo', 'bar']]],
    ['[foo]', [['foo']]],
    ['[foo/bar, baz]', [['foo', 'bar'], ['baz']]],
    ['[/foo, /bar]', [['foo'], ['bar']]],
    ['[]', []],
  ])('nests categories without a slash: %s', async (categories, paths) => {
    const folder = await temporaryFolder({ '_posts/2024-01-02-a.md': `---\ncategories: ${categories}\n---\nx` });
    const { items } = await readSource(folder, { name: 'site' });
    const expected = paths.map((path) => ['site', ...path]);
    expect(items.find(({ slug }) => slug === 'a')?.otherCategoryPaths).toEqual(expected);
  });

  it('has drafts for posts with an impossible day in the file name', async () => {
    const folder = await temporaryFolder({
      '_posts/2024-02-30-name.md': 'x',
      '_posts/2024-02-30-field.md': '---\ndate: 2024-03-01\n---\nx',
    });
    const { items, warnings } = await readSource(folder, { profile: 'jekyll' });
    const find = (slug: string) => items.find((item) => item.slug === slug);
    expect(find('name')).toMatchObject({ status: 'draft', date: null });
    expect(find('field')).toMatchObject({ status: 'publish', date: new Date('2024-03-01') });
    const message = 'Its file name cannot be read as a date: "2024-02-30". It was imported as a draft.';
    expect(warnings).toEqual([{ key: '_posts/2024-02-30-name.md', message }]);
  });
});

describe('invalid files', () => {
  it('are each reported and do not stop the others', async () => {
    const folder = await temporaryFolder({
      'good.md': 'x',
      'script.md': '---js\nprocess.exit(1)\n---\n',
      'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'huge.md': new Uint8Array(50 * 1024 * 1024),
    });
    const { items, problems, fileCount } = await readSource(folder);
    expect(problems.map(({ key, code }) => [key, code])).toEqual([
      ['huge.md', 'vendor_kb_too_large'],
      ['latin1.md', 'vendor_kb_import_invalid'],
      ['script.md', 'vendor_kb_import_invalid'],
    ]);
    expect(problems[0]?.message).toContain('52428800 bytes');
    expect(items.filter(({ generated }) => !generated)).toHaveLength(fileCount - problems.length);
  });

  it('are reported together if they have the same URL, and the first is kept', async () => {
    const folder = await temporaryFolder({ 'a.md': '---\nslug: same\n---\n', 'b.md': '---\nslug: Same\n---\n' });
    const { items, problems } = await readSource(folder);
    expect(problems).toMatchObject([{ key: 'b.md', code: 'vendor_kb_slug_taken' }]);
    expect(problems[0]?.message).toMatch(/"b\.md" and "a\.md"/);
    expect(items.filter(({ kind }) => kind === 'article').map(({ key }) => key)).toEqual(['a.md']);
  });

  it('are not read through symlinks that leave the folder', async () => {
    const outside = await temporaryFolder({ 'secret.md': 'secret' });
    const folder = await temporaryFolder({ 'a.md': 'x', '.hidden.md': 'x', 'node_modules/p/README.md': 'x' });
    await symlink(path.join(outside, 'secret.md'), path.join(folder, 'leak.md'));
    await symlink(outside, path.join(folder, 'leaks'));
    await symlink(path.join(folder, 'a.md'), path.join(folder, 'inside.md'));
    const { items, problems } = await readSource(folder);
    expect(items.filter(({ generated }) => !generated).map(({ key }) => key)).toEqual(['a.md', 'inside.md']);
    expect(problems).toMatchObject([{ key: 'leak.md', code: 'vendor_kb_import_invalid' }]);
  });

  it('cannot be read from a missing folder', async () => {
    await expect(readSource('/no/such/folder')).rejects.toMatchObject({
      code: 'vendor_kb_import_source_missing',
      status: 404,
      message: expect.stringContaining('"/no/such/folder"'),
    });
  });
});

describe('Docusaurus folder', () => {
  const files = {
    'docusaurus.config.ts': 'export default {};',
    'README.md': 'not a page',
    'docs/intro.mdx':
      '---\nid: welcome\nslug: /\nsidebar_label: Hi\n---\n# Welcome\n\n[a](./01-guides/02-first-step.md#part)\n',
    'docs/01-guides/_category_.json':
      '{"label": "All guides", "position": 4, "link": {"type": "generated-index", "description": "Start here."}}',
    'docs/01-guides/02-first-step.md': '## Part\n\n[b](/docs/guides/other) [c](/docs/)\n',
    'docs/01-guides/03-other.md': '---\nsidebar_position: 9\n---\n[d](first-step)\n',
    'docs/01-guides/_partial.mdx': 'x',
    'docs/api/api.md': '# The API\n',
    'docs/api/2024-01-notes.md': 'x',
    'docs/bad/_category_.json': '{"label": [',
    'i18n/fr/docusaurus-plugin-content-docs/current/01-guides/02-first-step.md': '# Premier pas\n',
  };

  it('is read with the order, URLs and translations of pages, and folder names', async () => {
    const { profile, items, problems, skipped, otherFiles, fileCount } = await readSource(
      await temporaryFolder(files),
      {
        name: 'site',
      },
    );
    expect(profile).toBe('docusaurus');
    const found = new Map(items.map((item) => [item.key, item]));
    expect(found.get('docs/01-guides/_category_.json')).toMatchObject({
      kind: 'category',
      title: 'All guides',
      order: 4,
      slug: 'guides',
      description: 'Start here.',
    });
    expect(found.get('docs/01-guides/02-first-step.md')).toMatchObject({
      slug: 'first-step',
      order: 2,
      title: 'First step',
      addresses: ['/guides/first-step', '/docs/guides/first-step'],
    });
    expect(found.get('docs/01-guides/03-other.md')).toMatchObject({ order: 9 });
    expect(found.get('docs/intro.mdx')).toMatchObject({
      slug: 'intro',
      title: 'Welcome',
      meta: { sidebar_label: 'Hi' },
    });
    expect(found.get('docs/api/api.md')).toMatchObject({ kind: 'category', title: 'The API' });
    expect(found.get('docs/api/2024-01-notes.md')).toMatchObject({ slug: '2024-01-notes', order: null });
    const french = found.get('i18n/fr/docusaurus-plugin-content-docs/current/01-guides/02-first-step.md');
    expect(french).toMatchObject({ locale: 'fr', translationKey: '/guides/first-step' });
    expect(skipped.sort()).toEqual(['README.md', 'docs/01-guides/_partial.mdx']);
    expect(problems).toMatchObject([{ key: 'docs/bad/_category_.json', code: 'vendor_kb_import_invalid' }]);
    const pages = items.filter(({ generated }) => !generated).length;
    expect(pages + skipped.length + problems.length + otherFiles.length).toBe(fileCount);
  });

  it('keeps a page beside the description of an empty folder', async () => {
    const folder = await temporaryFolder({
      'docs/intro.md': 'x',
      'docs/both.md': 'x',
      'docs/both/_category_.json': '{"label": "Both"}',
    });
    const { items, problems, otherFiles } = await readSource(folder);
    expect({ problems, otherFiles }).toEqual({ problems: [], otherFiles: ['docs/both/_category_.json'] });
    expect(items.find(({ slug }) => slug === 'both')).toMatchObject({ key: 'docs/both.md', kind: 'article' });
  });

  it('has its links resolved by file and by URL', async () => {
    const source = await readSource(await temporaryFolder(files), { name: 'site' });
    const resolve = createLinkResolver(createItemIndex(source));
    const resolutions = await Promise.all(source.items.map(resolve));
    const targets = resolutions.flatMap(({ resolved }) => resolved.map(({ target }) => target));
    expect(targets.sort()).toEqual([
      ...['docs/01-guides/02-first-step.md', 'docs/01-guides/02-first-step.md'],
      ...['docs/01-guides/03-other.md', 'docs/intro.mdx'],
    ]);
  });
});
