import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type KbHost, MOMENT, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

const TEXT = '<!-- wp:paragraph -->\n<p>Half a thought</p>\n<!-- /wp:paragraph -->';

describe.each(dialects)('autosaves on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const article = (): Promise<number> => kb.article({ content: TEXT, format: 'blocks', status: 'publish' });
  const put = (id: number, body: object = {}, as: 'editor' | 'administrator' | 'author' = 'editor') =>
    kb.call(as, 'PUT', `/articles/${id}/autosave`, { version: 1, title: 'Half', content: TEXT, ...body });
  const get = async (id: number, as: 'editor' | 'administrator' = 'editor') =>
    ((await kb.call(as, 'GET', `/articles/${id}/autosave`)).data as { autosave: unknown }).autosave;

  it('are private to their author and leave the article unchanged', async () => {
    const id = await article();
    const seen = async () => [
      (await kb.call('anonymous', 'GET', `/articles/${id}`)).data,
      (await kb.call('editor', 'GET', `/articles/${id}`, undefined)).headers.ETag,
      (await kb.call('editor', 'GET', `/articles/${id}/revisions`)).data,
    ];
    const before = await seen();
    expect(await get(id)).toBeNull();
    expect(await put(id, { fields: { excerpt: 'Short' } })).toMatchObject({
      status: 200,
      data: { autosave: { article_id: id, base_version: 1, title: 'Half', content: TEXT, format: 'blocks' } },
    });
    await put(id, { title: 'Three quarters' });
    expect(await get(id)).toMatchObject({ title: 'Three quarters', fields: {}, date: expect.stringMatching(MOMENT) });
    expect(await get(id, 'administrator')).toBeNull();
    expect(await seen()).toEqual(before);
  });

  it('are deleted by the next save of the text, even without changes, but not by other changes', async () => {
    const id = await article();
    await put(id);
    await put(id, {}, 'administrator');
    await kb.call('editor', 'PATCH', `/articles/${id}`, { sticky: true });
    expect(await get(id)).not.toBeNull();
    await kb.call('editor', 'PATCH', `/articles/${id}`, { content: TEXT });
    expect(await get(id)).toBeNull();
    // Other users have not saved.
    expect(await get(id, 'administrator')).not.toBeNull();
  });

  it('replace only the copy that their window has seen', async () => {
    const id = await article();
    const date = ({ data }: Awaited<ReturnType<typeof put>>) => (data as { autosave: { date: string } }).autosave.date;
    const first = date(await put(id, { title: 'One', replaces: null }));
    expectError(await put(id, { title: 'Other', replaces: null }), 409, 'vendor_kb_autosave_elsewhere');
    const second = date(await put(id, { title: 'Two', replaces: first }));
    if (second !== first) {
      expectError(await put(id, { title: 'Other', replaces: first }), 409, 'vendor_kb_autosave_elsewhere');
    }
    expect(await get(id)).toMatchObject({ title: 'Two' });
    // A deleted copy blocks nothing, and a request without `replaces` always wins.
    await kb.call('editor', 'DELETE', `/articles/${id}/autosave`);
    expect((await put(id, { title: 'Three', replaces: second })).status).toBe(200);
    expect((await put(id, { title: 'Four' })).status).toBe(200);
    expect((await put(id, { replaces: 'yesterday' })).status).toBe(400);
  });

  it('contain no password at any depth', async () => {
    const id = await article();
    const access = { mode: 'password', password: 'open sesame', message: 'Ask' };
    const fields = { access_rule: access, deep: [{ password: 'open sesame' }], excerpt: 'Short' };
    const { data } = await put(id, { fields });
    const autosaved = { access_rule: { mode: 'password', message: 'Ask' }, deep: [{}], excerpt: 'Short' };
    expect(data).toMatchObject({ autosave: { fields: autosaved } });
    const row = await kb.host.db.query.selectFrom('kb_autosaves').selectAll().where('article_id', '=', id).execute();
    expect(JSON.stringify(row)).not.toContain('sesame');
  });

  it('are deleted on request and with the article', async () => {
    const id = await article();
    await put(id);
    const drop = () => kb.call('editor', 'DELETE', `/articles/${id}/autosave`);
    expect(await drop()).toMatchObject({ status: 200, data: { deleted: true } });
    expect(await drop()).toMatchObject({ status: 200, data: { deleted: false } });
    await put(id);
    await kb.call('administrator', 'DELETE', `/articles/${id}?force=true`);
    const rows = await kb.host.db.query.selectFrom('kb_autosaves').selectAll().where('article_id', '=', id).execute();
    expect(rows).toEqual([]);
    expectError(await put(id), 404, 'vendor_kb_article_not_found');
  });

  it('require permission to edit the article, and a valid body', async () => {
    const id = await article();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { version: 1, content: TEXT } : undefined;
      expectError(await kb.call('author', method, `/articles/${id}/autosave`, body), 403, 'rest_forbidden');
      expectError(await kb.call('anonymous', method, `/articles/${id}/autosave`, body), 401, 'rest_forbidden');
    }
    expect((await put(id, { title: 'x'.repeat(201) })).status).toBe(400);
    expect((await put(id, { fields: [] })).status).toBe(400);
    expect((await put(id, { version: 2 ** 31 })).status).toBe(400);
  });

  it('are sanitized for users who may not store raw HTML', async () => {
    const own = await kb.article({ content: TEXT, format: 'blocks' }, 'author');
    const hostile = '<!-- wp:html -->\n<img src="x" onerror="alert(1)">\n<!-- /wp:html -->';
    const { data } = await put(own, { content: hostile }, 'author');
    expect(JSON.stringify(data)).not.toContain('onerror');
    const { data: trusted } = await put(own, { content: hostile }, 'administrator');
    expect(trusted).toMatchObject({ autosave: { content: hostile } });
  });

  it('are exported and erased with personal data, and deleted with the account', async () => {
    const id = await article();
    for (const end of ['erase', 'delete'] as const) {
      const { id: userId, login } = await kb.host.createUser('editor');
      const body = { version: 1, title: 'Mine', content: TEXT };
      await kb.host.request('PUT', `/vendor-kb/v1/articles/${id}/autosave`, { as: userId, body });
      const person = await kb.host.privacy.find(login);
      expect(await kb.host.privacy.export(person)).toContainEqual(
        expect.objectContaining({
          name: 'knowledge-base/autosaves',
          records: [
            expect.objectContaining({ article_id: id, title: 'Mine', saved_at: expect.stringMatching(MOMENT) }),
          ],
        }),
      );
      const count = () => kb.host.plugin('knowledge-base').autosaves.ofUser(userId);
      if (end === 'erase') {
        const found = await kb.host.privacy.erase(person, { dryRun: true });
        expect(found).toContainEqual(
          expect.objectContaining({ name: 'knowledge-base/autosaves', count: 1, outcome: 'erased' }),
        );
        expect(await count()).toHaveLength(1);
        await kb.host.privacy.erase(person);
      } else await kb.host.users.delete(userId);
      expect(await count()).toEqual([]);
    }
  });
});
