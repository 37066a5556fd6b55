import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportRequest, importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { dialects } from '../../../support/databases.js';
import { exportFrom } from '../../../support/knowledge-base-export.js';
import { startExportingHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';

describe.each(dialects)('attachments in front matter on $name', (dialect) => {
  let host: TestHost;

  const create = () => startExportingHost(dialect);
  beforeEach(async () => {
    host = await create();
  });

  const kb = (of = host) => of.plugin('knowledge-base');
  const take = (folder: string, options: Partial<ImportRequest> = {}, of = host) =>
    importFrom(kb(of), of.hooks, { path: folder, name: 'book', media: 'copy', ...options });
  async function attached(slug = 'one', of = host) {
    const article = await kb(of).articles.byPath('en', `book/${slug}`);
    return article ? kb(of).attachments.of(article.id) : [];
  }
  const one =
    '---\ntitle: One # the first\nattachments:\n  - files/notes.txt\n  - file: files/sheet.csv\n    title: The sheet\n    description: All of it.\n    access: nobody\n---\nText.\n';
  const files = () => ({ 'one.md': one, 'files/notes.txt': 'Notes.\n', 'files/sheet.csv': 'a,b\n' });

  it('are imported in order, with titles, descriptions and access rules', async () => {
    const report = await take(await temporaryFolder(files()));
    expect(report).toMatchObject({ files: 3, media: { created: 2, left: 0 }, problems: [], warnings: [] });
    const [notes, sheet] = await attached();
    expect(notes).toMatchObject({ title: 'notes', description: '', order: 1, ruleId: null, downloads: 0 });
    expect(sheet).toMatchObject({ title: 'The sheet', description: 'All of it.', order: 2 });
    expect(kb().access.rules.get(sheet?.ruleId ?? 0)).toMatchObject({ mode: 'nobody' });
    expect((await kb().articles.byPath('en', 'book/one'))?.meta).toEqual({});
  });

  it('change nothing the second time, and follow changes in the source', async () => {
    const folder = await temporaryFolder(files());
    await take(folder);
    const before = await attached();
    expect(await take(folder)).toMatchObject({
      articles: { unchanged: 1 },
      media: { created: 0, unchanged: 2, left: 0 },
    });
    expect(await attached()).toEqual(before);

    await writeFile(path.join(folder, 'files/notes.txt'), 'Other notes.\n');
    expect(await take(folder)).toMatchObject({ media: { updated: 1, unchanged: 1 }, edited: [] });
    const [notes] = await attached();
    expect(notes).toMatchObject({ id: before[0]?.id, file: { bytes: 13 } });

    await writeFile(path.join(folder, 'one.md'), one.replace('  - files/notes.txt\n', ''));
    await take(folder);
    expect((await attached()).map(({ title }) => title)).toEqual(['The sheet']);
    await writeFile(path.join(folder, 'one.md'), '---\ntitle: One\n---\nText.\n');
    await take(folder);
    expect(await attached()).toEqual([]);
  });

  it('keep local changes unless overwriting is requested', async () => {
    const folder = await temporaryFolder(files());
    await take(folder);
    const [notes] = await attached();
    await kb().attachments.update(notes?.id ?? 0, { title: 'Mine' });
    await take(folder);
    expect((await attached())[0]?.title).toBe('Mine');
    await writeFile(path.join(folder, 'one.md'), one.replace('The sheet', 'A sheet'));
    expect(await take(folder)).toMatchObject({ edited: ['one.md'] });
    expect((await attached()).map(({ title }) => title)).toEqual(['Mine', 'The sheet']);
    await take(folder, { update: 'overwrite' });
    expect((await attached())[1]?.title).toBe('A sheet');
  });

  it('are exported byte for byte, with their files in the same place', async () => {
    const folder = await temporaryFolder(files());
    await take(folder);
    const out = path.join(await temporaryFolder({}), 'out');
    await exportFrom(host, { to: 'markdown', path: out, source: 'book', media: true });
    for (const [name, content] of Object.entries(files())) {
      expect(await readFile(path.join(out, name), 'utf8')).toBe(content);
    }
    const [notes] = await attached();
    await kb().attachments.update(notes?.id ?? 0, { title: 'Mine' });
    await exportFrom(host, { to: 'markdown', path: out, source: 'book', media: true, force: true });
    const other = await create();
    await take(out, {}, other);
    expect((await attached('one', other)).map(({ title }) => title)).toEqual(['Mine', 'The sheet']);
    expect((await attached('one', other))[1]?.ruleId).not.toBeNull();
  });

  it('are rejected and reported if their file is not in the source', async () => {
    const outside = await temporaryFolder({ 'secret.txt': 'Secret.\n' });
    const name = path.basename(outside);
    const paths = [
      `../${name}/secret.txt`,
      `${outside}/secret.txt`,
      `file://${outside}/secret.txt`,
      'link.txt',
      'gone.txt',
    ];
    const folder = await temporaryFolder({
      'one.md': `---\nattachments: ${JSON.stringify([...paths, '%2e%2e/secret.txt', 'https://old.example/a.pdf'])}\n---\n`,
    });
    await symlink(path.join(outside, 'secret.txt'), path.join(folder, 'link.txt'));
    const report = await take(folder);
    expect(report).toMatchObject({ articles: { created: 1 }, problems: [{ key: 'link.txt' }] });
    expect(report.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual([...paths, '%2e%2e/secret.txt']);
    expect(report.media.linked).toEqual([{ key: 'one.md', link: 'https://old.example/a.pdf' }]);
    expect(await attached()).toEqual([]);
    expect((await kb().media.list({ perPage: 10 })).attachments).toEqual([]);
  });

  it('stay in front matter if files are not copied, and are exported', async () => {
    const folder = await temporaryFolder(files());
    const report = await take(folder, { media: 'link' });
    expect(report.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('--media=copy'),
      expect.stringContaining('--media=copy'),
    ]);
    expect((await take(folder, { media: 'skip' })).warnings).toEqual([]);
    expect(await attached()).toEqual([]);
    const out = path.join(await temporaryFolder({}), 'out');
    await exportFrom(host, { to: 'markdown', path: out, source: 'book', media: true });
    expect(await readFile(path.join(out, 'one.md'), 'utf8')).toBe(one);
    await take(folder);
    expect(await attached()).toHaveLength(2);
  });

  it('set no access rule without permission, and do not change a file with a rule', async () => {
    const folder = await temporaryFolder(files());
    expect(await take(folder, { canManageAccess: false })).toMatchObject({ problems: [{ code: 'rest_forbidden' }] });
    await take(folder);
    await writeFile(path.join(folder, 'one.md'), one.replace('    access: nobody\n', '').replace('The sheet', 'Open'));
    expect(await take(folder, { canManageAccess: false })).toMatchObject({ edited: ['one.md'] });
    expect((await attached())[1]).toMatchObject({ title: 'The sheet', ruleId: expect.any(Number) });
  });

  it('are treated as ordinary front matter if they are invalid', async () => {
    const folder = await temporaryFolder({
      'one.md': '---\nattachments: { a: b }\n---\n',
      'two.md': '---\nattachments: [{ file: a, x: 1 }]\n---\n',
    });
    expect(await take(folder)).toMatchObject({ articles: { created: 2 }, warnings: [] });
    expect((await kb().articles.byPath('en', 'book/one'))?.meta).toEqual({
      front_matter: { attachments: { a: 'b' } },
    });
  });

  it('are counted but not stored in a dry run', async () => {
    expect(await take(await temporaryFolder(files()), { dryRun: true })).toMatchObject({ media: { created: 2 } });
    expect((await kb().media.list({ perPage: 10 })).attachments).toEqual([]);
  });
});
