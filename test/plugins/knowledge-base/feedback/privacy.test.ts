import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetOldFeedback } from '../../../../src/plugins/knowledge-base/domain/feedback/reader-feedback.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';

const DAY = 24 * 60 * 60 * 1000;

describe.each(dialects)('personal data in ratings and feedback on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  let id: number;
  let reader: Awaited<ReturnType<TestHost['createUser']>>;
  let moderator: typeof reader;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
    const admin = await host.createUser('administrator');
    reader = await host.createUser('subscriber');
    moderator = await host.createUser('editor');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as: admin,
      body: { title: 'x', status: 'publish' },
    });
    id = (answer.data as { id: number }).id;
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  const call = async (as: typeof reader | null, method: string, path: string, body: object) => {
    const answer = await host.request(method, `/vendor-kb/v1${path}`, { as, body });
    expect(answer.status).toBeLessThan(300);
    return answer.data as { id: number };
  };
  const send = (as: typeof reader | null, body: object = {}) =>
    call(as, 'POST', '/feedback', { article_id: id, type: 'error', message: 'It is wrong.', ...body });
  const ratings = () => host.db.query.selectFrom('kb_ratings').selectAll().execute();
  const feedback = () => host.db.query.selectFrom('kb_feedback').selectAll().orderBy('id').execute();
  const history = () => host.db.query.selectFrom('kb_feedback_history').selectAll().execute();
  const summary = async () => (await host.request('GET', `/vendor-kb/v1/articles/${id}/rating`)).data;

  async function everything() {
    await call(reader, 'POST', '/rating', { article_id: id, value: 4, helpful: true });
    await call(moderator, 'POST', '/rating', { article_id: id, value: 2 });
    await send(reader, { email: 'reader@example.com', consent: true });
    await send(null, { email: 'guest@example.com', consent: true, name: 'Guest' });
    const { id: third } = await send(null);
    await call(moderator, 'PUT', `/feedback/${third}`, { status: 'in_progress', assigned_to: moderator.id });
  }

  it('is exported: votes and messages by account, messages by email', async () => {
    await everything();
    const of = async (who: string) => {
      const groups = await host.privacy.export(await host.privacy.find(who));
      const own = groups.filter(({ name }) => name.startsWith('knowledge-base/'));
      return Object.fromEntries(own.map(({ name, records }) => [name, records]));
    };
    expect(await of(reader.email)).toEqual({
      'knowledge-base/ratings': [
        expect.objectContaining({ article_id: id, kind: 'value', value: 4 }),
        expect.objectContaining({ article_id: id, kind: 'helpful', value: 1 }),
      ],
      'knowledge-base/feedback': [
        expect.objectContaining({ message: 'It is wrong.', author_email: 'reader@example.com' }),
      ],
    });
    const guest = await of('guest@example.com');
    expect(guest).toMatchObject({ 'knowledge-base/feedback': [{ author_name: 'Guest' }] });
    expect(await of('nobody@example.com')).toEqual({});
    expect(JSON.stringify(guest)).not.toMatch(/\d{4}-\d\d-\d\d \d\d:|visitor_key/);
  });

  it('is erased: votes are deleted and no longer counted, messages stay without their author', async () => {
    await everything();
    const counted = await host.privacy.erase(await host.privacy.find(reader.email), { dryRun: true });
    const own = (all: typeof counted) => all.filter(({ name }) => name.startsWith('knowledge-base/'));
    expect(await ratings()).toHaveLength(3);
    const erased = await host.privacy.erase(await host.privacy.find(reader.email));
    expect(own(erased)).toEqual(own(counted));
    expect(own(erased).map(({ name, count, outcome }) => `${name} ${count} ${outcome}`)).toEqual([
      'knowledge-base/ratings 2 erased',
      'knowledge-base/feedback 1 detached',
    ]);
    expect(await ratings()).toMatchObject([{ visitor_key: `u:${moderator.id}` }]);
    expect(await summary()).toMatchObject({ count: 1, average: 2, helpful: { yes: 0 } });
    const [first, second] = await feedback();
    expect(first).toMatchObject({ author_id: null, author_name: null, author_email: null, message: 'It is wrong.' });
    expect(second).toMatchObject({ author_email: 'guest@example.com' });
    await host.privacy.erase(await host.privacy.find('guest@example.com'));
    expect((await feedback())[1]).toMatchObject({ author_name: null, author_email: null });
  });

  it('is removed with a deleted account, whose votes still count', async () => {
    await everything();
    await host.users.delete(reader.id);
    await host.users.delete(moderator.id);
    expect(await summary()).toMatchObject({ count: 2, average: 3, helpful: { yes: 1 } });
    expect(new Set((await ratings()).map(({ visitor_key }) => visitor_key))).toEqual(new Set([null]));
    expect((await feedback()).map(({ author_id, assigned_to }) => [author_id, assigned_to])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(await history()).toMatchObject([{ by_id: null, to_status: 'in_progress' }]);
  });

  it('expires: visitor keys after 90 days, emails after 180, spam after 30', async () => {
    await everything();
    const { id: spam } = await send(null, { hp: 'x' });
    const { id: rescued } = await send(null, { hp: 'x' });
    await call(moderator, 'PUT', `/feedback/${rescued}`, { status: 'in_progress' });
    const now = Date.now();
    const daysLater = (days: number) => forgetOldFeedback(host.db, new Date(now + days * DAY));
    expect(await daysLater(29)).toEqual({ keys: 0, emails: 0, spam: 0 });
    expect(await daysLater(31)).toEqual({ keys: 0, emails: 0, spam: 1 });
    expect((await feedback()).map((row) => row.id)).not.toContain(spam);
    expect((await feedback()).map((row) => row.id)).toContain(rescued);
    expect(await daysLater(89)).toEqual({ keys: 0, emails: 0, spam: 0 });
    expect(await daysLater(91)).toEqual({ keys: 3, emails: 0, spam: 0 });
    expect(await summary()).toMatchObject({ count: 2, average: 3, helpful: { yes: 1 } });
    expect(await daysLater(179)).toEqual({ keys: 0, emails: 0, spam: 0 });
    expect(await daysLater(181)).toEqual({ keys: 0, emails: 2, spam: 0 });
    expect(JSON.stringify(await feedback())).not.toContain('example.com');
    expect(await daysLater(181)).toEqual({ keys: 0, emails: 0, spam: 0 });
  });

  it('expires through a scheduled job', async () => {
    await everything();
    await host.db.query.updateTable('kb_ratings').set({ updated_at: '2020-01-01 00:00:00.000' }).execute();
    await host.schedules.begin('kb_opinion_retention');
    await host.work();
    expect(new Set((await ratings()).map(({ visitor_key }) => visitor_key))).toEqual(new Set([null]));
    const again = await host.request('POST', '/vendor-kb/v1/rating', {
      as: reader,
      body: { article_id: id, value: 1 },
    });
    expect(again).toMatchObject({ status: 201, data: { count: 3, previous: null } });
  });
});
