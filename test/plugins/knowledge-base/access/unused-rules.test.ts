import type { User } from 'mortise';
import { utc } from 'mortise/database';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase, type TestDatabase } from '../../../support/databases.js';

const LONG_AGO = utc.encode(new Date('2026-01-01T00:00:00Z'));

describe.each(dialects)('unused access rules on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let administrator: User;

  beforeEach(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
    administrator = await host.createUser('administrator');
  });
  afterEach(async () => {
    await host.close();
    await database.drop();
  });

  async function send(method: string, path: string, body: object): Promise<{ id: number }> {
    const answer = await host.request(method, `/vendor-kb/v1${path}`, { as: administrator, body });
    expect(answer.status, JSON.stringify(answer.data)).toBeLessThan(300);
    return answer.data as { id: number };
  }
  const roleRule = (...roles: string[]) => ({ access_rule: { mode: 'roles', roles } });
  const INHERIT = { access_rule: { mode: 'inherit' } };

  async function article(rule: object): Promise<number> {
    return (await send('POST', '/articles', { title: 'One', status: 'publish', ...rule })).id;
  }
  /** Runs the nightly job. */
  async function nightPasses(): Promise<void> {
    await host.schedules.begin('kb_clean_articles');
    const ended = await host.work();
    // Another schedule runs every minute.
    const cleanups = ended.filter(({ name }) => name === 'kb_clean_articles');
    expect(cleanups.map(({ status }) => status)).toEqual(['completed']);
  }
  const rules = () => host.db.query.selectFrom('kb_access_rules').select(['id', 'unused_at']).execute();
  const ageMarks = () =>
    host.db.query
      .updateTable('kb_access_rules')
      .set({ unused_at: LONG_AGO })
      .where('unused_at', 'is not', null)
      .execute();

  it('are marked in the first night and deleted after a day', async () => {
    const id = await article(roleRule('editor'));
    await send('PUT', `/articles/${id}`, INHERIT);
    await nightPasses();
    expect(await rules()).toMatchObject([{ unused_at: expect.any(String) }]);
    await nightPasses();
    expect(await rules()).toHaveLength(1);
    await ageMarks();
    await nightPasses();
    expect(await rules()).toEqual([]);
  });

  it('exclude rules of articles (even in the trash), categories and attachments', async () => {
    const trashed = await article(roleRule('editor'));
    await send('POST', '/categories', { name: 'Shelf', ...roleRule('author') });
    const other = await article({});
    const fields = { filename: 'a.pdf', authorId: administrator.id };
    const { id: media_id } = await host.media.create(Buffer.from('%PDF-1.7\nfile'), fields);
    await send('POST', `/articles/${other}/attachments`, { media_id, ...roleRule('subscriber') });
    await host.request('DELETE', `/vendor-kb/v1/articles/${trashed}`, { as: administrator });
    // Mark all rules as unused.
    await host.db.query.updateTable('kb_access_rules').set({ unused_at: LONG_AGO }).execute();
    await nightPasses();
    expect(await rules()).toMatchObject([{ unused_at: null }, { unused_at: null }, { unused_at: null }]);
    expect((await host.command('kb', 'access', 'report', '--format=count')).stdout).toBe('0\n');
  });

  it('are kept after a recent request, and created again after deletion', async () => {
    const id = await article(roleRule('editor'));
    await send('PUT', `/articles/${id}`, INHERIT);
    await nightPasses();
    await ageMarks();
    const { rules: book } = host.plugin('knowledge-base').access;
    const [before] = await rules();
    const rule = book.get(before?.id ?? 0);
    if (!rule) throw new Error('The rule is known.');
    // A writer that has the id but has not saved it yet.
    expect(await book.keep(rule)).toBe(before?.id);
    await nightPasses();
    expect((await rules()).map((row) => row.id)).toEqual([before?.id]);
    await ageMarks();
    await nightPasses();
    expect(await rules()).toEqual([]);
    const again = await book.keep(rule);
    expect(again).not.toBe(before?.id);
    expect(book.get(again)).toEqual(rule);
  });

  it('are not deleted between the two steps of a save', async () => {
    const [id, other] = [await article(roleRule('editor')), await article({})];
    await send('PUT', `/articles/${id}`, INHERIT);
    await nightPasses();
    await ageMarks();
    // The route already has the id of the rule but has not saved it.
    const filter = host.hooks.addFilter('vendor_kb_article_data', async (input) => {
      await nightPasses();
      return input;
    });
    await send('PUT', `/articles/${id}`, roleRule('editor'));
    await send('PUT', `/articles/${other}`, roleRule('author'));
    filter.remove();
    await nightPasses();
    expect(await rules()).toMatchObject([{ unused_at: null }, { unused_at: null }]);
    expect(await host.doctor.examine({ name: 'unknown-rules' })).toMatchObject([{ status: 'ok' }]);
  });
});
