import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toRule } from '../../../src/plugins/knowledge-base/domain/access/rule.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { comparable, type ExportDocument, exportJsonInto, importJsonFrom } from '../../support/knowledge-base-json.js';

/** Drops file paths and URLs, which differ between exports. */
function withoutPlaces(document: ExportDocument) {
  const { articles, ...rest } = comparable(document);
  const bare = articles.map(({ attachments = [], ...article }) => ({
    ...article,
    attachments: attachments.map(({ file: { path: _path, url: _url, ...file }, ...more }) => ({ ...more, file })),
  }));
  return { ...rest, articles: bare };
}

describe.each(dialects)('knowledge base uninstall export, on $name', (dialect) => {
  let host: TestHost;
  let folder: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    drop = database.drop;
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-kb-uninstall-'));
    const storage = `file:${folder}/files`;
    host = await createTestHost({ database: database.url, storage, plugins: [knowledgeBase()] });
  });
  afterEach(async () => {
    await host.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  const kb = () => host.plugin('knowledge-base');
  const out = () => path.join(folder, 'out');
  const exported = async (): Promise<ExportDocument> =>
    JSON.parse(await readFile(path.join(out(), 'content/export.json'), 'utf8'));

  async function deactivate(): Promise<void> {
    await host.lifecycle.deactivate('knowledge-base');
    // No other process has to be notified here.
    await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
  }

  /** Creates articles of every type, one of them with its own file and one from the library. */
  async function fill(): Promise<{ own: Buffer; ownId: number }> {
    const user = await host.createUser('administrator');
    const actor = { user, source: 'rest' } as const;
    const rule = toRule({ mode: 'users', users: [user.id] });
    if (!rule) throw new Error('no rule');
    const ruleId = await kb().access.rules.keep(rule);
    const top = await kb().categories.create({ name: 'Top', description: 'All of it' });
    const inner = await kb().categories.create({ name: 'Inner', parentId: top.id, ruleId });
    const first = await kb().articles.create({ title: 'One', status: 'publish', content: 'first' }, actor);
    await kb().articles.update(first.id, { content: 'second', slug: 'other', related: [] }, actor);
    await kb().articles.create({ title: 'Closed', status: 'publish', categoryIds: [inner.id], ruleId }, actor);
    await kb().articles.create({ title: 'Draft', tags: ['a'] }, actor);
    const deleted = await kb().articles.create({ title: 'Gone', status: 'publish' }, actor);
    await kb().articles.update(deleted.id, { status: 'trash' }, actor);
    const own = Buffer.from('%PDF-1.7\nown\n%%EOF');
    const file = await host.media.create(own, { filename: 'Über: alles?.pdf', postId: first.id });
    const library = await host.media.create(Buffer.from('%PDF-1.7\nlibrary'), { filename: 'library.pdf' });
    await kb().attachments.add(first.id, { file, isOwnFile: true, by: user });
    await kb().attachments.add(first.id, { file: library, isOwnFile: false, by: user });
    return { own, ownId: file.id };
  }

  it('contains the same as the export of an active plugin, and files under their ids', async () => {
    const { own, ownId } = await fill();
    const before = await exportJsonInto(host, path.join(folder, 'before.json'));
    expect(before.counts).toMatchObject({ categories: 2, articles: 4 });
    await deactivate();
    const { exported: written } = await host.lifecycle.uninstall('knowledge-base', { exportTo: out() });
    expect(withoutPlaces(await exported())).toEqual(withoutPlaces(before));
    expect(await readFile(path.join(out(), `content/files/${ownId}.pdf`))).toEqual(own);
    const manifest = JSON.parse(await readFile(path.join(out(), 'manifest.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ content: written?.content });
    const files = new Map(written?.content.map(({ file, sha256 }) => [file, sha256]));
    expect(files.get(`content/files/${ownId}.pdf`)).toBe(createHash('sha256').update(own).digest('hex'));
    expect([...files.keys()].filter((file) => file.startsWith('content/files/'))).toHaveLength(2);
    const places = (await exported()).articles.flatMap(({ attachments = [] }) =>
      attachments.map(({ file }) => file.path),
    );
    expect(places).toContain(`files/${ownId}.pdf`);
    expect((await host.media.list()).attachments.map(({ filename }) => filename)).toEqual(['library.pdf']);
  });

  it('can be imported again', async () => {
    await fill();
    await deactivate();
    await host.lifecycle.uninstall('knowledge-base', { exportTo: out() });
    const exportedFiles = await exported();
    await host.lifecycle.activate('knowledge-base');
    const report = await importJsonFrom(host, path.join(out(), 'content/export.json'));
    expect(report).toMatchObject({ articles: { created: 4 }, problems: [] });
    const again = await exportJsonInto(host, path.join(folder, 'again.json'));
    const bare = ({ articles, categories }: ExportDocument) => ({
      articles: articles.map(({ attachments: _, ...article }) => article),
      categories,
    });
    expect(bare(comparable(again) as ExportDocument)).toEqual(bare(comparable(exportedFiles) as ExportDocument));
  });

  it('leaves out files whose data is missing', async () => {
    const { ownId } = await fill();
    await rm(path.join(folder, 'files'), { recursive: true });
    await deactivate();
    await host.lifecycle.uninstall('knowledge-base', { exportTo: out() });
    expect(await readdir(path.join(out(), 'content'))).toEqual(['export.json']);
    expect(await host.media.get(ownId)).toBeNull();
  });
});
