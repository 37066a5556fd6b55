import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dialects, migratedDatabase, type TestDatabase } from '../../../support/databases.js';

interface Answer {
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string>>;
  readonly data: Record<string, unknown>;
}

const MARKDOWN = '# Reeds\n\nThey **grow** fast.\n\n- one\n- two\n\n- [x] cut\n';

describe.each(dialects)('POST /articles/{id}/convert, on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let editor: { id: number };
  let author: { id: number };

  beforeAll(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
    author = await host.createUser('author');
  });
  afterAll(async () => {
    await host.close();
    await database.drop();
  });

  async function request(method: 'GET' | 'POST' | 'PATCH', path: string, options: object): Promise<Answer> {
    return (await host.request(method, `/vendor-kb/v1/articles${path}`, options)) as unknown as Answer;
  }
  const convert = (id: number, body: object, options: object = {}): Promise<Answer> =>
    request('POST', `/${id}/convert`, { as: editor.id, body, ...options });
  async function write(content: string, format = 'markdown', as = editor): Promise<number> {
    const { data } = await request('POST', '', { as: as.id, body: { title: 'Reeds', content, format } });
    return Number(data.id);
  }
  const read = async (id: number): Promise<Record<string, unknown>> =>
    (await request('GET', `/${id}?context=edit`, { as: editor.id })).data;

  it('converts Markdown to blocks, returns a diff, and is undone by restoring the version', async () => {
    const id = await write(MARKDOWN);
    const before = await read(id);
    const { status, data } = await convert(id, { to: 'blocks' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ id, from: 'markdown', to: 'blocks', dry_run: false, same_text: true, text_diff: '' });
    expect(data.diff).toContain('+<h1 class="wp-block-heading">Reeds</h1>');
    expect(data.diff).toContain('-They **grow** fast.');
    expect(data.article).toMatchObject({ version: 2, content: { raw: data.content, format: 'blocks' } });
    const { data: restored } = await request('POST', `/${id}/revisions/1/restore`, { as: editor.id, body: {} });
    expect(restored).toMatchObject({ version: 3, content: before.content });
  });

  it('converts these blocks back to the same Markdown', async () => {
    const id = await write(MARKDOWN);
    await convert(id, { to: 'blocks' });
    const { data } = await convert(id, { to: 'markdown' });
    expect(data).toMatchObject({ from: 'blocks', to: 'markdown', same_text: true, article: { version: 3 } });
    expect(data.content).toBe(MARKDOWN);
  });

  it('converts HTML to blocks and to Markdown', async () => {
    const id = await write('<h2>Reeds</h2><p>They <em>grow</em>.</p>', 'html');
    const { data } = await convert(id, { to: 'markdown', dry_run: true });
    expect(data).toMatchObject({ from: 'html', same_text: true, content: '## Reeds\n\nThey *grow*.\n' });
    expect((await convert(id, { to: 'blocks' })).data).toMatchObject({ article: { content: { format: 'blocks' } } });
  });

  it('changes nothing in a dry run', async () => {
    const id = await write(MARKDOWN);
    const before = await read(id);
    const { data } = await convert(id, { to: 'blocks', dry_run: true });
    expect(data).toMatchObject({ dry_run: true, article: null, same_text: true });
    expect(data.diff).not.toBe('');
    expect(await read(id)).toEqual(before);
    const { data: revisions } = await request('GET', `/${id}/revisions`, { as: editor.id });
    expect(revisions).toHaveLength(1);
  });

  it('rejects an outdated ETag or version', async () => {
    const id = await write(MARKDOWN);
    const { headers } = await request('GET', `/${id}?context=edit`, { as: editor.id });
    const etag = headers instanceof Headers ? headers.get('etag') : (headers.ETag ?? headers.etag);
    await request('PATCH', `/${id}`, { as: editor.id, body: { title: 'Rushes' } });
    for (const dry_run of [true, false]) {
      const byTag = await convert(id, { to: 'blocks', dry_run }, { headers: { 'if-match': etag } });
      expect([byTag.status, byTag.data.code]).toEqual([412, 'vendor_kb_version_conflict']);
      const byVersion = await convert(id, { to: 'blocks', dry_run, version: 1 });
      expect([byVersion.status, byVersion.data.code]).toEqual([412, 'vendor_kb_version_conflict']);
    }
    expect(await read(id)).toMatchObject({ version: 2, content: { format: 'markdown' } });
  });

  it('rejects the current format, unknown formats and missing articles', async () => {
    const id = await write(MARKDOWN);
    expect(await convert(id, { to: 'markdown' })).toMatchObject({
      status: 409,
      data: { code: 'vendor_kb_same_format' },
    });
    expect(await convert(id, { to: 'html' })).toMatchObject({ status: 400 });
    expect(await convert(id, {})).toMatchObject({ status: 400 });
    expect(await convert(987_654, { to: 'blocks' })).toMatchObject({ status: 404 });
  });

  it('requires permission to edit the article', async () => {
    const id = await write(MARKDOWN);
    // Drafts of others answer like missing articles.
    expect((await convert(id, { to: 'blocks', dry_run: true }, { as: author.id })).status).toBe(404);
    expect((await convert(id, { to: 'blocks' }, { as: undefined })).status).toBe(401);
    expect(await read(id)).toMatchObject({ content: { format: 'markdown' } });
  });

  it('strips unsafe HTML for users who may not store it', async () => {
    const hostile = 'a\n\n<div onclick="x()"><script>alert(1)</script>b</div>\n';
    const id = await write(hostile, 'markdown', author);
    const { data } = await convert(id, { to: 'blocks' }, { as: author.id });
    expect(data.content).not.toMatch(/script|onclick/);
    expect(data.content).toContain('<div>b</div>');
  });

  it('rejects text that yields invalid blocks', async () => {
    const id = await write('<!-- wp:heading {"level":9} -->\n\na\n\n<!-- /wp:heading -->');
    const refused = await convert(id, { to: 'blocks', dry_run: true });
    expect(refused).toMatchObject({ status: 400, data: { code: 'vendor_kb_blocks_invalid' } });
  });

  it('rolls back when the end of the save fails', async () => {
    const id = await write(MARKDOWN);
    const before = await read(id);
    const { revisions } = host.plugin('knowledge-base');
    const add = vi.spyOn(revisions, 'add').mockRejectedValueOnce(new Error('The disk is full'));
    expect((await convert(id, { to: 'blocks' })).status).toBe(500);
    add.mockRestore();
    expect(await read(id)).toEqual(before);
    expect((await request('GET', `/${id}/revisions`, { as: editor.id })).data).toHaveLength(1);
  });
});
