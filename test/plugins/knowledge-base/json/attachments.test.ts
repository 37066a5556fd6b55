import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportRequest, importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { dialects } from '../../../support/databases.js';
import { exportFrom } from '../../../support/knowledge-base-export.js';
import type { ExportDocument } from '../../../support/knowledge-base-json.js';
import { comparable } from '../../../support/knowledge-base-json.js';
import { startExportingHost } from '../import/import-host.js';
import { temporaryFolder } from '../import/temporary-folder.js';

const actor = { user: null, source: 'rest' } as const;

describe.each(dialects)('attachments in JSON exports, on $name', (dialect) => {
  let source: TestHost;
  let folder: string;

  const host = () => startExportingHost(dialect);
  const kb = (of: TestHost) => of.plugin('knowledge-base');
  const at = (name: string) => path.join(folder, name);
  const documentIn = async (name: string) => JSON.parse(await readFile(at(name), 'utf8')) as ExportDocument;
  const take = (of: TestHost, from: string, options: Partial<ImportRequest> = {}) =>
    importFrom(kb(of), of.hooks, { path: at(from), name: 'copy', ...options });
  async function attachmentsOf(of: TestHost, slug: string) {
    const article = await kb(of).articles.byPath('en', slug);
    return article ? kb(of).attachments.of(article.id) : [];
  }

  beforeEach(async () => {
    folder = await temporaryFolder({ 'notes.txt': 'Notes.\n', 'manual.pdf': '%PDF-1.7\nmanual\n' });
    source = await host();
    const { articles, attachments, uploads, access } = kb(source);
    const { id } = await articles.create({ title: 'One', slug: 'one', status: 'publish' }, actor);
    const upload = async (name: string) =>
      uploads.take({ name, path: at(name), size: (await readFile(at(name))).length }, id, null);
    const hiddenRule = await access.rules.keep({
      mode: 'nobody',
      listed: false,
      teaser: 'none',
      teaserWords: 55,
      message: null,
      redirectToLogin: false,
    });
    const past = {
      downloads: 7,
      lastDownloadAt: new Date('2026-02-03T04:05:06.000Z'),
      createdAt: new Date('2025-01-02T03:04:05.000Z'),
    };
    const own = { isOwnFile: true, by: null, past };
    await attachments.add(id, { file: await upload('notes.txt'), title: 'Notes', order: 2, ...own });
    const manual = { title: 'The manual', description: 'All of it.', order: 1, ruleId: hiddenRule };
    await attachments.add(id, { file: await upload('manual.pdf'), ...manual, ...own });
  });

  it('include all their fields and URLs', async () => {
    await exportFrom(source, { to: 'json', path: at('kb.json') });
    const [article] = (await documentIn('kb.json')).articles;
    expect(article?.attachments).toEqual([
      {
        file: {
          filename: 'manual.pdf',
          mime_type: 'application/pdf',
          size: 16,
          path: null,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          url: expect.stringMatching(/^https?:\/\/[^/]+\/media\/.*manual\.pdf$/),
        },
        title: 'The manual',
        description: 'All of it.',
        order: 1,
        downloads: 7,
        created_by: null,
        access_rule: expect.objectContaining({ mode: 'nobody', listed: false }),
        last_download_at: '2026-02-03T04:05:06.000Z',
        created_at: '2025-01-02T03:04:05.000Z',
      },
      expect.objectContaining({ title: 'Notes', order: 2, access_rule: null }),
    ]);
  });

  it('round-trip through a folder with their files', async () => {
    const report = await exportFrom(source, { to: 'json', path: at('out'), media: true });
    expect(report).toMatchObject({ articles: 1, files: 3, media: 2, warnings: [] });
    const [manual, notes] = (await documentIn('out/export.json')).articles[0]?.attachments ?? [];
    expect(await readFile(at(`out/${notes?.file.path}`), 'utf8')).toBe('Notes.\n');
    expect(manual?.file).toMatchObject({ url: null, path: `media/${manual?.file.sha256}/manual.pdf` });

    const other = await host();
    expect(await take(other, 'out')).toMatchObject({
      articles: { created: 1 },
      media: { created: 2, linked: [] },
      problems: [],
      warnings: [],
    });
    await exportFrom(other, { to: 'json', path: at('again'), media: true });
    expect(comparable(await documentIn('again/export.json'))).toEqual(comparable(await documentIn('out/export.json')));
    expect(await readdir(at('again/media'))).toEqual(await readdir(at('out/media')));
  });

  it('stay unchanged on a second import, which keeps local edits and deletions', async () => {
    await exportFrom(source, { to: 'json', path: at('out'), media: true });
    const other = await host();
    await take(other, 'out');
    const before = await attachmentsOf(other, 'one');
    expect(await take(other, 'out')).toMatchObject({ articles: { unchanged: 1 }, media: { created: 0, linked: [] } });
    expect(await attachmentsOf(other, 'one')).toEqual(before);
    const [manual, notes] = before;
    await kb(other).attachments.update(notes?.id ?? 0, { title: 'Mine' });
    await kb(other).attachments.remove(manual?.id ?? 0);
    await take(other, 'out');
    expect((await attachmentsOf(other, 'one')).map(({ title }) => title)).toEqual(['Mine']);
  });

  it('are completed by the next import after one was killed between files', async () => {
    await exportFrom(source, { to: 'json', path: at('out'), media: true });
    const other = await host();
    await take(other, 'out');
    const [, notes] = await attachmentsOf(other, 'one');
    // State between two files: kb_sources does not record yet that all attachments exist.
    await kb(other).attachments.remove(notes?.id ?? 0);
    await other.db.query.deleteFrom('kb_sources').where('kind', '=', 'attachments').execute();
    await take(other, 'out');
    expect((await attachmentsOf(other, 'one')).map(({ title }) => title)).toEqual(['The manual', 'Notes']);
  });

  it('are matched in the library by content, or reported with their URL until a later import adds them', async () => {
    await exportFrom(source, { to: 'json', path: at('kb.json') });
    await exportFrom(source, { to: 'json', path: at('out'), media: true });
    expect(await take(source, 'kb.json')).toMatchObject({ articles: { unchanged: 1 }, media: { linked: [] } });
    const other = await host();
    const { media } = await take(other, 'kb.json');
    expect(media).toMatchObject({ created: 0, linked: [{ key: 'one' }, { key: 'one' }] });
    expect(media.linked[1]?.link).toMatch(/^https?:.*notes\.txt$/);
    expect(await take(other, 'out')).toMatchObject({ articles: { unchanged: 1 }, media: { created: 2, linked: [] } });
    expect(await attachmentsOf(other, 'one')).toHaveLength(2);
  });

  it('are left out with media: skip and only counted in a dry run', async () => {
    await exportFrom(source, { to: 'json', path: at('out'), media: true });
    const other = await host();
    expect(await take(other, 'out', { dryRun: true })).toMatchObject({ media: { created: 2 } });
    expect(await take(other, 'out', { media: 'skip' })).toMatchObject({ media: { created: 0, linked: [] } });
    expect((await kb(other).media.list({ perPage: 10 })).attachments).toEqual([]);
    expect(await attachmentsOf(other, 'one')).toEqual([]);
  });

  it('never use files outside the export or files that differ from it', async () => {
    await exportFrom(source, { to: 'json', path: at('out'), media: true });
    const text = await readFile(at('out/export.json'), 'utf8');
    const [manual, notes] = (await documentIn('out/export.json')).articles[0]?.attachments ?? [];
    await writeFile(at('out/export.json'), text.replace(notes?.file.path ?? '?', '../notes.txt'));
    await writeFile(at(`out/${manual?.file.path}`), '%PDF-1.7\nanother\n');
    const other = await host();
    const report = await take(other, 'out');
    expect(report.media).toMatchObject({ created: 0, linked: [{ key: 'one' }, { link: '../notes.txt' }] });
    expect(report.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('different content')]);
    expect(await attachmentsOf(other, 'one')).toEqual([]);
  });

  it('are rejected with their article when the importer may not manage access rules', async () => {
    await exportFrom(source, { to: 'json', path: at('out'), media: true });
    const other = await host();
    expect(await take(other, 'out', { canManageAccess: false })).toMatchObject({
      articles: { created: 0 },
      problems: [{ code: 'rest_forbidden' }],
    });
  });

  it('stay unchanged when the export has no attachments field', async () => {
    await exportFrom(source, { to: 'json', path: at('kb.json') });
    const document = await documentIn('kb.json');
    const articles = document.articles.map(({ attachments: _, ...article }) => article);
    await writeFile(at('kb.json'), JSON.stringify({ ...document, articles }));
    await rm(at('out'), { recursive: true, force: true });
    await take(source, 'kb.json', { update: 'overwrite' });
    expect(await attachmentsOf(source, 'one')).toHaveLength(2);
  });
});
