import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ImportReport } from '../../../../src/plugins/knowledge-base/content/import/report.js';
import { runImport } from '../../../../src/plugins/knowledge-base/content/import/run-import.js';
import { readSource } from '../../../../src/plugins/knowledge-base/content/import/source.js';
import { walkFolder } from '../../../../src/plugins/knowledge-base/content/import/walk-folder.js';
import { dialects } from '../../../support/databases.js';
import { exportInto } from '../../../support/knowledge-base-export.js';
import { importedArticle, startImportHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';

const FUTURE = '2999-01-01';
/** One folder with a file for each rule. */
const FILES = {
  '_index.md':
    '---\ntitle: Book\nauthor: Ann\ncategories: [x]\ntags: a b\nseo: {title: T}\nweight: 3\n---\n# Book\n\nText.\n',
  'guide/install.md': '---\nauthor: Bo\n---\n# Install\n\nSee [linux](install/linux.md) and [top](#install).\n',
  'guide/install/linux.md':
    'Setext *title*\n===\n\nBack to [install](../install.md#install) or [hours](#hours).\n\n## Opening {#hours}\n',
  'bundle/index.md': '---\ntitle: Bundle\nauthor: Cy\n---\nA leaf bundle.\n',
  'bundle/data.csv': 'a,b\n',
  'docs/a.md': '---\ntitle: 1.10\naliases: [old-a, /top]\n---\nText\n',
  'docs/b.md': '---\ntitle: true\naliases: [old-a, a]\n---\nText\n',
  'later.md': `---\ntitle: Later\npublishDate: ${FUTURE}\n---\nembargo\n`,
  'expired.md': '---\ntitle: Expired\nexpiryDate: 2020-01-01\n---\nText\n',
  'unlisted.md': '---\nunlisted: true\n---\nText\n',
  'headless.md': '---\nheadless: true\n---\nText\n',
  'never.md': '---\nbuild:\n  render: never\n---\nText\n',
  'closed/_index.md': '---\ntitle: Closed\ncascade:\n  build: {render: never}\ndraft: true\n---\nsecret text\n',
  'closed/page.md': '---\ntitle: In closed\n---\nText\n',
  'dated.md': '---\ntitle: Dated\ndate: 05/03/2026\n---\nText\n',
  'toml.md': '+++\ntitle = "Toml" # why\ndate = 2020-01-02\n[params]\nx = 1\n+++\nText\n',
  'json.md': '{\n  "title": "Json",\n  "tags": ["a"]\n}\n\nText\n',
  'comment.md': 'A {% comment %}secret text{% endcomment %} b\n',
  'tags.md': '---\ntags: red, green\n---\nText\n',
  'long-tag.md': `---\ntags: [${'x'.repeat(192)}]\n---\nText\n`,
  'ruled.md': '---\naccess: {mode: roles, roles: [edtior]}\n---\nText\n',
  [`${'d/'.repeat(10)}deep.md`]: 'Too deep\n',
  'broken.md': '---\ntitle: "A\n---\n',
  Makefile: 'all:\n',
  '.hidden/x.md': 'x',
  'CON.txt': 'x',
} as const;

describe.each(dialects)('import plan on $name', (dialect) => {
  let host: TestHost;
  let folder: string;

  beforeEach(async () => {
    host = await startImportHost(dialect);
    folder = await temporaryFolder(FILES);
  });

  const kb = () => host.plugin('knowledge-base');
  const run = async (dryRun: boolean): Promise<ImportReport> =>
    runImport(kb(), { source: await readSource(folder, { name: 'book' }), name: 'book', dryRun });
  const article = (place: string) => importedArticle(host, `book/${place}`);

  it('is what a dry run reports and an import carries out', async () => {
    const create = kb().articles.create;
    await kb().categories.create({
      name: 'Docs',
      slug: 'docs',
      parentId: (await kb().categories.create({ name: 'Book', slug: 'book' })).id,
    });
    const docs = kb().categories.tree().byPath('en', 'book/docs');
    await create(
      { title: 'A', slug: 'a', status: 'publish', categoryIds: [docs?.id ?? 0] },
      { user: null, source: 'cli' },
    );

    const foreseen = await run(true);
    const done = await run(false);
    expect({ ...foreseen, dryRun: false }).toEqual(done);
    expect(done.problems.map(({ key, code }) => `${key.split('/').at(-1)} ${code}`).sort()).toEqual([
      ' vendor_kb_invalid_param',
      'a.md vendor_kb_slug_taken',
      'broken.md vendor_kb_import_invalid',
      'deep.md vendor_kb_import_invalid',
      'long-tag.md vendor_kb_invalid_param',
    ]);
    const again = [await run(true), await run(false)] as const;
    expect({ ...again[0], dryRun: false }).toEqual(again[1]);
    expect(again[1].articles).toMatchObject({ created: 0, updated: 0 });
  });

  it.each([
    ['guide/both.md', 'guide/both/index.md', 'guide/both/x.md'],
    ['guide/both.md', 'guide/both/_index.md', 'guide/both/x.md'],
    ['guide/both.md', 'guide/both/_index.md', 'other.md'],
  ])(
    'imports one of two pages with the same URL, as the page of the category: %s, %s, %s',
    async (page, index, other) => {
      folder = await temporaryFolder({ [page]: 'Page\n', [index]: 'Index\n', [other]: 'Other\n' });
      const foreseen = await run(true);
      const done = await run(false);
      expect({ ...foreseen, dryRun: false }).toEqual(done);
      expect(done.problems).toMatchObject([{ key: page, code: 'vendor_kb_slug_taken' }]);
      expect(done.problems[0]?.message).toContain(`Only "${index}" was imported.`);
      expect(kb().categories.tree().byPath('en', 'book/guide/both')?.description).toBe('Index\n');
      expect(await article(other.replace('.md', ''))).toMatchObject({ content: 'Other\n' });
    },
  );

  it('accounts for every file', async () => {
    const report = await run(false);
    const { articles, categories, redirects, skipped, problems, otherFiles, files } = report;
    const generated = problems.filter(({ key }) => key.endsWith('/')).length;
    expect(
      articles.created +
        categories.created +
        redirects.created +
        skipped.length +
        problems.length -
        generated +
        otherFiles.length,
    ).toBe(files);
    expect(otherFiles).toEqual(['.hidden/', 'CON.txt', 'Makefile', 'bundle/data.csv']);
    expect(files).toBe(Object.keys(FILES).length);
  });

  it('hides what its site hides', async () => {
    const { warnings } = await run(false);
    for (const name of ['expired', 'unlisted', 'headless', 'never', 'closed/page', 'dated'])
      expect(await article(name)).toMatchObject({ status: 'draft' });
    expect(await article('later')).toMatchObject({ status: 'future', publishedAt: new Date(FUTURE) });
    const listed = warnings.map(({ key }) => key);
    for (const name of ['expired', 'unlisted', 'headless', 'never', 'closed/page', 'dated', 'closed/_index'])
      expect(listed).toContain(`${name}.md`);
    expect(kb().categories.tree().byPath('en', 'book/closed')?.description).toBe('');
    expect((await article('comment')).content).toBe('A  b\n');
  });

  it('has titles, tags, aliases and places as their generators do', async () => {
    const { warnings } = await run(false);
    expect(await article('docs/a')).toMatchObject({ title: '1.10', redirects: ['docs/a', 'docs/old-a', 'top'] });
    expect(await article('docs/b')).toMatchObject({ title: 'true', redirects: ['docs/b'] });
    expect(warnings.filter(({ key }) => key === 'docs/b.md')).toHaveLength(2);
    expect(await article('guide/install/linux')).toMatchObject({ title: 'Setext title' });
    const install = kb().categories.tree().byPath('en', 'book/guide/install');
    expect(install).toMatchObject({ name: 'Install' });
    expect(install?.description).toBe('See [linux](/kb/book/guide/install/linux) and [top](#).\n');
    expect((await article('guide/install/linux')).content).toContain('[install](/kb/book/guide/install)');
    expect(await article('bundle')).toMatchObject({ title: 'Bundle' });
    expect(await article('toml')).toMatchObject({ title: 'Toml', publishedAt: new Date('2020-01-02') });
    expect(await article('json')).toMatchObject({ title: 'Json', tags: ['a'] });
    expect(await article('tags')).toMatchObject({ tags: ['red', 'green'] });
  });

  it('is undone by an export, byte for byte', async () => {
    await run(false);
    const out = path.join(tmpdir(), `mortise-plan-${process.pid}-${Math.random().toString(36).slice(2)}`);
    onTestFinished(() => rm(out, { recursive: true, force: true }));
    await exportInto(host, out, { source: 'book' });
    const { files } = await walkFolder(out);
    expect(files).toContain('guide/install.md');
    expect(files).toContain('bundle/index.md');
    const written = await Promise.all(files.map(async (file) => [file, await readFile(path.join(out, file), 'utf8')]));
    const expected = Object.entries(FILES).filter(([file]) => files.includes(file) && file !== 'closed/page.md');
    expect(Object.fromEntries(written.filter(([file]) => file !== 'closed/page.md'))).toEqual(
      Object.fromEntries(expected),
    );
  });
});
