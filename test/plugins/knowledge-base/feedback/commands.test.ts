import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('feedback commands', () => {
  let host: TestHost;
  let article: number;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as,
      body: { title: 'x', status: 'publish' },
    });
    article = (answer.data as { id: number }).id;
  });
  afterEach(() => host.close());

  async function send(body: object = {}): Promise<number> {
    const answer = await host.request('POST', '/vendor-kb/v1/feedback', {
      body: { article_id: article, type: 'error', message: 'It is wrong.', ...body },
    });
    return (answer.data as { id: number }).id;
  }
  const run = (...argv: string[]) => host.command('kb', 'feedback', ...argv);
  const statusOf = async (id: number) =>
    (await host.db.query.selectFrom('kb_feedback').select('status').where('id', '=', id).executeTakeFirst())?.status;

  it('list open feedback by default and filter by options', async () => {
    const [one, two] = [await send(), await send({ type: 'praise', message: 'Very good', name: 'Ada' })];
    const spam = await send({ hp: 'x' });
    const ids = async (...options: string[]) =>
      (JSON.parse((await run('list', '--format=json', ...options)).stdout) as { id: number }[]).map(({ id }) => id);
    expect(await ids()).toEqual([two, one]);
    expect(await ids('--status=any')).toEqual([spam, two, one]);
    expect(await ids('--status=spam')).toEqual([spam]);
    expect(await ids('--type=praise')).toEqual([two]);
    expect(await ids('--search=ada')).toEqual([two]);
    expect(await ids('--limit=1')).toEqual([two]);
    expect(await ids(`--article=${article + 1}`)).toEqual([]);
    expect((await run('list', '--format=ids')).stdout.trim().split(/\s+/)).toEqual([String(two), String(one)]);
    expect(await run('list', '--status=old')).toMatchObject({ code: 2 });
  });

  it('resolve new feedback once, with a note, a version and an email', async () => {
    const id = await send({ email: 'ada@example.com', consent: true });
    expect(await run('resolve', String(id), '--note=Done', '--fixed-version=1')).toMatchObject({ code: 0 });
    const row = await host.db.query.selectFrom('kb_feedback').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ status: 'resolved', note: 'Done', fixed_version: 1 });
    const history = await host.db.query.selectFrom('kb_feedback_history').select('to_status').orderBy('id').execute();
    expect(history.map(({ to_status }) => to_status)).toEqual(['in_progress', 'resolved']);
    await host.work();
    expect(await host.sentMails()).toHaveLength(1);
    expect(await run('resolve', String(id))).toMatchObject({ code: 0 });
    expect(await host.db.query.selectFrom('kb_feedback_history').selectAll().execute()).toHaveLength(2);
  });

  it('reject several items or mark them as spam, name failures and set the exit code', async () => {
    const [one, two, three] = [await send(), await send(), await send()];
    expect(await run('reject', String(one))).toMatchObject({ code: 0 });
    const some = await run('spam', String(two), '4711', String(three), 'x', '--format=json');
    expect(some).toMatchObject({ code: 3 });
    expect((JSON.parse(some.stdout) as { id: number }[]).map(({ id }) => id)).toEqual([two, three]);
    expect(some.stderr).toContain('Feedback item 4711 does not exist.');
    expect(await Promise.all([one, two, three].map(statusOf))).toEqual(['rejected', 'spam', 'spam']);
    expect(await run('spam', '4711', '4712')).toMatchObject({ code: 2 });
    expect(await run('spam', '4711')).toMatchObject({ code: 2 });
    expect(await run('spam')).toMatchObject({ code: 2 });
  });

  it('send no email with --silent', async () => {
    const id = await send({ email: 'ada@example.com', consent: true });
    await run('resolve', String(id), '--silent');
    await host.work();
    expect(await host.sentMails()).toEqual([]);
  });
});

describe('rating commands', () => {
  it('recount ratings', async () => {
    const host = await createTestHost({ plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as,
      body: { title: 'x', status: 'publish' },
    });
    const { id } = answer.data as { id: number };
    await host.request('POST', '/vendor-kb/v1/rating', { body: { article_id: id, value: 4, helpful: false } });
    await host.db.query
      .updateTable('kb_article_figures')
      .set({ rating_count: 7, rating_4: 0, helpful_yes: 3 })
      .execute();
    const { code, stdout } = await host.command('kb', 'rating', 'recount', '--format=json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { articles: 1 }]);
    expect((await host.request('GET', `/vendor-kb/v1/articles/${id}/rating`)).data).toMatchObject({
      count: 1,
      average: 4,
      distribution: { 4: 1 },
      helpful: { yes: 0, no: 1 },
    });
    await host.close();
  });
});
