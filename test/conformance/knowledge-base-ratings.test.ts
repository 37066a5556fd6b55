import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../support/databases.js';
import { expectError, type KbAnswer, type KbHost, MOMENT, openKbHost, type Role } from './knowledge-base-host.js';

interface Summary {
  article_id: number;
  count: number;
  average: number | null;
  distribution: Record<string, number>;
  helpful: { yes: number; no: number; percent: number | null };
  score: number | null;
  mine: object | null;
  previous?: object | null;
}

describe.each(dialects)('ratings over REST on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const rate = (body: unknown, as: Role = 'anonymous', headers = {}) => kb.call(as, 'POST', '/rating', body, headers);
  const read = async (id: number, as: Role = 'anonymous') =>
    (await kb.call(as, 'GET', `/articles/${id}/rating`)).data as Summary;

  it('return 201 with the summary for a first vote, and 200 with the previous vote for a change', async () => {
    const id = await kb.article();
    const first = await rate({ article_id: id, value: 4 }, 'subscriber');
    expect(first).toMatchObject({
      status: 201,
      data: {
        article_id: id,
        count: 1,
        average: 4,
        distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 },
        helpful: { yes: 0, no: 0, percent: null },
        mine: { value: 4 },
        previous: null,
      },
    });
    expect(await rate({ article_id: id, value: 2 }, 'subscriber')).toMatchObject({
      status: 200,
      data: { count: 1, average: 2, distribution: { 2: 1, 4: 0 }, mine: { value: 2 }, previous: { value: 4 } },
    });
    expect(await rate({ article_id: id, value: 2 }, 'subscriber')).toMatchObject({
      status: 200,
      data: { count: 1, average: 2, previous: { value: 2 } },
    });
  });

  it('keep stars and helpfulness separate, leaving unsent values unchanged', async () => {
    const id = await kb.article();
    expect(await rate({ article_id: id, helpful: true }, 'subscriber')).toMatchObject({
      status: 201,
      data: { count: 0, average: null, helpful: { yes: 1, no: 0, percent: 100 }, mine: { helpful: true } },
    });
    expect(await rate({ article_id: id, value: 5 }, 'subscriber')).toMatchObject({
      status: 200,
      data: { count: 1, helpful: { yes: 1, no: 0 }, mine: { helpful: true, value: 5 }, previous: { helpful: true } },
    });
    expect(await rate({ article_id: id, value: 3, helpful: false }, 'contributor')).toMatchObject({
      status: 201,
      data: { count: 2, average: 4, helpful: { yes: 1, no: 1, percent: 50 } },
    });
    expect(await read(id, 'contributor')).toMatchObject({ count: 2, mine: { value: 3, helpful: false } });
    expect(await read(id, 'author')).toMatchObject({ count: 2, mine: null });
    expect(await read(id)).toMatchObject({ count: 2, mine: null });
  });

  it('can be withdrawn repeatedly, with the previous vote in the response', async () => {
    const id = await kb.article();
    await rate({ article_id: id, value: 1, helpful: false }, 'subscriber');
    expect(await kb.call('subscriber', 'DELETE', `/rating?article_id=${id}`)).toMatchObject({
      status: 200,
      data: { count: 0, average: null, helpful: { no: 0 }, mine: null, previous: { value: 1, helpful: false } },
    });
    expect(await kb.call('subscriber', 'DELETE', `/rating?article_id=${id}`)).toMatchObject({
      status: 200,
      data: { count: 0, previous: null },
    });
    expect(await rate({ article_id: id, value: 5 }, 'subscriber')).toMatchObject({ status: 201 });
  });

  it('are scored against the mean of the site', async () => {
    const own = await openKbHost(dialect);
    const [one, other] = [await own.article(), await own.article()];
    const score = async (id: number) =>
      ((await own.call('anonymous', 'GET', `/articles/${id}/rating`)).data as Summary).score;
    expect(await score(one)).toBeNull();
    await own.call('subscriber', 'POST', '/rating', { article_id: one, value: 5 });
    await own.call('contributor', 'POST', '/rating', { article_id: one, value: 4 });
    expect(await score(one)).toBe(4.5);
    expect(await score(other)).toBe(4.5);
    await own.call('subscriber', 'POST', '/rating', { article_id: other, value: 1 });
    // m = 10/3: (10 * m + 9) / 12 and (10 * m + 1) / 11
    expect(await score(one)).toBe(3.528);
    expect(await score(other)).toBe(3.121);
    const rows = await own.host.db.query.selectFrom('kb_article_figures').select('score_milli').execute();
    expect(rows.map(({ score_milli }) => score_milli)).toContain(3121);
    await own.close();
  });

  it('are part of the article without changing its version or ETag', async () => {
    const id = await kb.article();
    const before = await kb.call('anonymous', 'GET', `/articles/${id}`);
    await rate({ article_id: id, value: 3 }, 'subscriber');
    const after = await kb.call('anonymous', 'GET', `/articles/${id}`);
    expect(after.data).toMatchObject({ version: 1, rating: { article_id: id, count: 1, average: 3 } });
    expect(after.data).not.toHaveProperty('rating.mine');
    expect(after.headers.ETag).toBe(before.headers.ETag);
    const list = await kb.call('anonymous', 'GET', `/articles?include=${id}&_fields=id,rating.count`);
    expect(list.data).toMatchObject([{ rating: { count: 1 } }]);
  });

  describe('rating validation', () => {
    it('rejects votes of the author of the article', async () => {
      const id = await kb.article({}, 'author');
      expectError(await rate({ article_id: id, value: 5 }, 'author'), 403, 'vendor_kb_own_article');
      expect(await rate({ article_id: id, value: 5 }, 'administrator')).toMatchObject({ status: 201 });
    });

    it.each([
      ['nothing', {}],
      ['no vote', { article_id: 1 }],
      ['no article', { value: 3 }],
      ['0', { article_id: 1, value: 0 }],
      ['6', { article_id: 1, value: 6 }],
      ['half a star', { article_id: 1, value: 2.5 }],
      ['a list', { article_id: 1, value: [5] }],
      ['null', { article_id: 1, value: null }],
      ['maybe', { article_id: 1, helpful: 'maybe' }],
      ['an unknown member', { article_id: 1, value: 3, visitor_key: 'u:1' }],
      ['a negative article', { article_id: -1, value: 3 }],
    ])('rejects %s', async (_, body) => {
      const { status } = await rate(body, 'subscriber');
      expect(status).toBe(400);
    });

    it('rejects votes on unreadable, missing and draft articles', async () => {
      const draft = await kb.article({ status: 'draft' }, 'kb_manager');
      for (const id of [draft, 4_711_000]) {
        expectError(await rate({ article_id: id, value: 3 }, 'subscriber'), 404, 'vendor_kb_article_not_found');
        expectError(
          await kb.call('subscriber', 'DELETE', `/rating?article_id=${id}`),
          404,
          'vendor_kb_article_not_found',
        );
        expectError(await kb.call('anonymous', 'GET', `/articles/${id}/rating`), 404, 'vendor_kb_article_not_found');
      }
      expectError(await rate({ article_id: draft, value: 3 }, 'editor'), 403, 'vendor_kb_rating_not_allowed');
    });

    it('rejects votes that a plugin disallows, or when its filter fails', async () => {
      const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
      let verdict: () => unknown = () => false;
      const gate = definePlugin({
        name: 'gate',
        version: '1.0.0',
        setup: ({ hooks }) => void hooks.addFilter('vendor_kb_rating_allowed', () => verdict() as boolean),
      });
      const host = await createTestHost({ database: url, plugins: [knowledgeBase(), gate] });
      const admin = await host.createUser('administrator');
      const reader = await host.createUser('subscriber');
      const article = await host.request('POST', '/vendor-kb/v1/articles', {
        as: admin,
        body: { title: 'x', status: 'publish' },
      });
      const { id } = article.data as { id: number };
      const vote = () =>
        host.request('POST', '/vendor-kb/v1/rating', { as: reader, body: { article_id: id, value: 1 } });
      expectError((await vote()) as KbAnswer, 403, 'vendor_kb_rating_not_allowed');
      verdict = () => {
        throw new Error('no');
      };
      expect((await vote()).status).toBe(500);
      verdict = () => 'yes';
      expect((await vote()).status).toBe(500);
      expect(await host.db.query.selectFrom('kb_ratings').selectAll().execute()).toEqual([]);
      verdict = () => true;
      expect((await vote()).status).toBe(201);
      await host.close();
      await drop();
    });
  });

  it('use the visitor key of a plugin, and are not stored when the key is invalid', async () => {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    let key: () => unknown = () => 'household';
    const households = definePlugin({
      name: 'households',
      version: '1.0.0',
      setup: ({ hooks }) => void hooks.addFilter('vendor_kb_visitor_key', () => key() as string),
    });
    const host = await createTestHost({ database: url, plugins: [knowledgeBase(), households] });
    const [admin, one, other] = await Promise.all(
      ['administrator', 'subscriber', 'subscriber'].map((role) => host.createUser(role)),
    );
    const call = (as: typeof admin, path: string, body: object) =>
      host.request('POST', `/vendor-kb/v1${path}`, { as: as ?? null, body });
    const { id } = (await call(admin, '/articles', { title: 'x', status: 'publish' })).data as { id: number };
    expect(await call(one, '/rating', { article_id: id, value: 1 })).toMatchObject({ status: 201 });
    expect(await call(other, '/rating', { article_id: id, value: 5 })).toMatchObject({
      status: 200,
      data: { count: 1, previous: { value: 1 } },
    });
    for (const wrong of [() => '', () => 'x'.repeat(65), () => null, () => Promise.reject(new Error('no'))]) {
      key = wrong;
      expect((await call(one, '/rating', { article_id: id, value: 2 })).status).toBe(500);
    }
    const rows = await host.db.query.selectFrom('kb_ratings').select(['visitor_key', 'value']).execute();
    expect(rows).toEqual([{ visitor_key: 'household', value: 5 }]);
    await host.close();
    await drop();
  });

  it('notify listeners of votes and withdrawals', async () => {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    const calls: unknown[][] = [];
    const listener = definePlugin({
      name: 'listener',
      version: '1.0.0',
      setup({ hooks }) {
        hooks.addAction('vendor_kb_rating_submitted', (...args) => void calls.push(['submitted', ...args]));
        hooks.addAction('vendor_kb_rating_withdrawn', (...args) => void calls.push(['withdrawn', ...args]));
      },
    });
    const host = await createTestHost({ database: url, plugins: [knowledgeBase(), listener] });
    const admin = await host.createUser('administrator');
    const reader = await host.createUser('subscriber');
    const article = await host.request('POST', '/vendor-kb/v1/articles', {
      as: admin,
      body: { title: 'x', status: 'publish' },
    });
    const { id } = article.data as { id: number };
    const call = (method: string, path: string, body?: object) =>
      host.request(method, `/vendor-kb/v1${path}`, { as: reader, body });
    await call('POST', '/rating', { article_id: id, value: 4 });
    await call('POST', '/rating', { article_id: id, value: 2 });
    await call('DELETE', `/rating?article_id=${id}`);
    await call('DELETE', `/rating?article_id=${id}`);
    const key = `u:${reader.id}`;
    expect(calls).toEqual([
      [
        'submitted',
        { articleId: id, visitorKey: key, held: false, value: 4, castAt: { value: expect.any(Date) } },
        expect.objectContaining({ count: 1, average: 4, mine: null }),
        expect.objectContaining({ id }),
        { previous: null },
      ],
      [
        'submitted',
        { articleId: id, visitorKey: key, held: false, value: 2, castAt: { value: expect.any(Date) } },
        expect.objectContaining({ count: 1, average: 2 }),
        expect.objectContaining({ id }),
        { previous: { value: 4 } },
      ],
      [
        'withdrawn',
        { articleId: id, visitorKey: key, held: false, value: 2, castAt: { value: expect.any(Date) } },
        expect.objectContaining({ count: 0 }),
        expect.objectContaining({ id }),
      ],
    ]);
    await host.close();
    await drop();
  });

  it('are counted exactly once under concurrent votes', async () => {
    const id = await kb.article();
    const values = [1, 2, 3, 4, 5, 1, 2, 3];
    const roles: Role[] = ['subscriber', 'contributor', 'author', 'editor'];
    const answers = await Promise.all(
      roles.flatMap((role) => values.map((value) => rate({ article_id: id, value, helpful: value > 3 }, role))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(28).fill(200), ...Array(4).fill(201)]);
    const rows = await kb.host.db.query.selectFrom('kb_ratings').selectAll().where('article_id', '=', id).execute();
    expect(rows.map(({ kind, visitor_key }) => `${kind} ${visitor_key}`).toSorted()).toEqual(
      roles
        .flatMap((role) => ['value', 'helpful'].map((kind) => `${kind} u:${kb.users[role as 'editor'].id}`))
        .toSorted(),
    );
    const stars = rows.filter(({ kind }) => kind === 'value').map(({ value }) => value);
    const summary = await read(id);
    expect(summary.count).toBe(4);
    expect(summary.average).toBe(stars.reduce((sum, value) => sum + value, 0) / 4);
    expect(Object.values(summary.distribution).reduce((sum, each) => sum + each)).toBe(4);
    expect(summary.helpful.yes + summary.helpful.no).toBe(4);
  });

  it('require permission to read the article, as does feedback', async () => {
    const rule = { mode: 'roles', roles: ['contributor'], listed: true, teaser: 'excerpt' };
    const id = await kb.article({ access_rule: rule, excerpt: 'A beginning.' });
    const hidden = await kb.article({ access_rule: { mode: 'nobody' } });
    expect(await rate({ article_id: id, value: 2 }, 'contributor')).toMatchObject({ status: 201 });
    const write = (article: number, as: Role) =>
      kb.call(as, 'POST', '/feedback', { article_id: article, type: 'error', message: 'It is wrong.' });
    const everything = (article: number, as: Role) =>
      Promise.all([
        rate({ article_id: article, value: 5 }, as),
        kb.call(as, 'DELETE', `/rating?article_id=${article}`),
        kb.call(as, 'GET', `/articles/${article}/rating`),
        write(article, as),
      ]);
    for (const answer of await everything(id, 'anonymous')) expectError(answer, 401, 'vendor_kb_login_required');
    for (const answer of await everything(id, 'subscriber')) expectError(answer, 403, 'vendor_kb_forbidden');
    for (const answer of await everything(hidden, 'editor')) expectError(answer, 404, 'vendor_kb_article_not_found');
    const teaser = await kb.call('anonymous', 'GET', `/articles/${id}`);
    expect(teaser).toMatchObject({
      status: 200,
      data: { content: { protected: true }, rating: { count: 0, average: null } },
    });
    expect(await kb.call('contributor', 'GET', `/articles/${id}`)).toMatchObject({
      data: { rating: { count: 1, average: 2 } },
    });
    expect(await write(id, 'contributor')).toMatchObject({ status: 201 });
  });

  it('are deleted with their article', async () => {
    const id = await kb.article();
    await rate({ article_id: id, value: 3 }, 'subscriber');
    await kb.call('administrator', 'DELETE', `/articles/${id}?force=true`);
    for (const table of ['kb_ratings', 'kb_article_figures'] as const) {
      const rows = await kb.host.db.query.selectFrom(table).selectAll().where('article_id', '=', id).execute();
      expect(rows).toEqual([]);
    }
  });
});

describe.each(dialects)('anonymous visitors on $name', (dialect) => {
  let host: TestHost;
  let url: string;
  let drop: () => Promise<void>;
  let id: number;
  let other: number;
  let moderator: Awaited<ReturnType<TestHost['createUser']>>;

  beforeAll(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()], trustProxy: true });
    url = await host.listen();
    const admin = await host.createUser('administrator');
    moderator = await host.createUser('editor');
    const write = async (title: string) => {
      const answer = await host.request('POST', '/vendor-kb/v1/articles', {
        as: admin,
        body: { title, status: 'publish' },
      });
      return (answer.data as { id: number }).id;
    };
    id = await write('One');
    other = await write('Other');
  });
  afterAll(async () => {
    await host.close();
    await drop();
  });

  interface Sender {
    readonly address: string;
    readonly agent?: string;
    readonly cookie?: string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  }

  async function vote(body: object, { address, agent = 'Browser', cookie, headers = {} }: Sender, method = 'POST') {
    const isQuery = method === 'DELETE';
    const query = isQuery ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
    const answer = await fetch(`${url}/api/vendor-kb/v1/rating${query}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        'User-Agent': agent,
        ...(cookie ? { Cookie: cookie } : {}),
        ...headers,
      },
      ...(isQuery ? {} : { body: JSON.stringify(body) }),
    });
    const setCookie = answer.headers.getSetCookie();
    return {
      status: answer.status,
      data: (await answer.json()) as Summary & { code?: string },
      setCookie,
      cookie: setCookie[0]?.split(';')[0],
      headers: answer.headers,
    };
  }

  const rowsOf = (article: number) =>
    host.db.query.selectFrom('kb_ratings').selectAll().where('article_id', '=', article).execute();
  const summaryOf = async (article: number) =>
    (await host.request('GET', `/vendor-kb/v1/articles/${article}/rating`)).data as Summary;

  it('get an HttpOnly cookie only when they vote', async () => {
    const looked = await fetch(`${url}/api/vendor-kb/v1/articles/${id}/rating`);
    expect(looked.headers.getSetCookie()).toEqual([]);
    const { status, setCookie } = await vote({ article_id: id, value: 4 }, { address: '198.51.100.1' });
    expect(status).toBe(201);
    expect(setCookie).toHaveLength(1);
    expect(setCookie[0]).toMatch(/^kb_voter=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
  });

  it('are recognized by the cookie across articles and networks', async () => {
    const first = await vote({ article_id: id, value: 5 }, { address: '198.51.101.1' });
    const cookie = first.cookie;
    const again = await vote({ article_id: id, value: 1 }, { address: '203.0.113.9', agent: 'Updated', cookie });
    expect(again).toMatchObject({ status: 200, setCookie: [], data: { previous: { value: 5 }, mine: { value: 1 } } });
    expect(await vote({ article_id: other, value: 2 }, { address: '203.0.113.9', cookie })).toMatchObject({
      status: 201,
    });
    expect(await vote({ article_id: other, value: 3 }, { address: '203.0.113.8', cookie })).toMatchObject({
      status: 200,
      data: { previous: { value: 2 } },
    });
    const mine = await fetch(`${url}/api/vendor-kb/v1/articles/${other}/rating`, { headers: { Cookie: cookie ?? '' } });
    expect(await mine.json()).toMatchObject({ mine: { value: 3 } });
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
  });

  it('are new visitors without the cookie, also behind one address', async () => {
    const before = (await rowsOf(id)).length;
    const sender = { address: '198.51.102.1' };
    const { cookie } = await vote({ article_id: id, value: 5 }, sender);
    expect(await vote({ article_id: id, value: 1 }, sender)).toMatchObject({ status: 201, data: { previous: null } });
    expect(await rowsOf(id)).toHaveLength(before + 2);
    expect(await vote({ article_id: id, value: 4 }, { ...sender, cookie })).toMatchObject({
      status: 200,
      data: { previous: { value: 5 } },
    });
    expect(await vote({ article_id: String(id) }, sender, 'DELETE')).toMatchObject({
      status: 200,
      data: { previous: null },
    });
  });

  it.each(['kb_voter=', 'kb_voter=a.b.c', 'kb_voter=eyJhIjoxfQ..x', 'kb_voter=%00'])(
    'are new visitors with an invalid cookie: %s',
    async (cookie) => {
      const { status, setCookie } = await vote(
        { article_id: id, value: 3 },
        { address: `198.51.105.${cookie.length}`, agent: cookie.replace(/[^\w]/g, 'x'), cookie },
      );
      expect(status).toBe(201);
      expect(setCookie).toHaveLength(1);
    },
  );

  it('are counted once when they vote concurrently', async () => {
    const address = '198.51.106.1';
    const { cookie } = await vote({ article_id: id, value: 1 }, { address });
    const before = (await rowsOf(other)).length;
    const sender = { address, cookie };
    const answers = await Promise.all([1, 2, 3, 4, 5].map((value) => vote({ article_id: other, value }, sender)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(await rowsOf(other)).toHaveLength(before + 1);
  });

  it('can vote at most 30 times an hour', async () => {
    const sender = { address: '198.51.108.1' };
    const statuses: number[] = [];
    for (let call = 0; call < 31; call += 1) {
      statuses.push((await vote({ article_id: id, value: 1 + (call % 5) }, sender)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(201), 429]);
    const refused = await vote({ article_id: id, value: 1 }, sender);
    expect(refused.data.code).toBe('rest_too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leave no personal data in the database', async () => {
    const tables = ['kb_ratings', 'visitor_salts', 'kb_article_figures', 'rate_limits', 'outbox', 'jobs'] as const;
    const rows = await Promise.all(tables.map((table) => host.db.query.selectFrom(table).selectAll().execute()));
    expect(rows[0]).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51\.10|203\.0\.113|Browser|Updated/);
  });

  it('have nine of 200 quick votes from one network counted and the rest held for moderation', async () => {
    const { id: as } = moderator;
    await host.db.query.deleteFrom('kb_ratings').where('is_held', '=', 1).execute();
    const before = await summaryOf(id);
    const answers = [];
    for (let last = 1; last <= 200; last += 1) {
      answers.push(await vote({ article_id: id, value: 1 }, { address: `192.0.2.${last}`, agent: `Bot ${last}` }));
    }
    const { cookie } = answers.at(-1) ?? {};
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const after = await summaryOf(id);
    expect(after.count).toBe(before.count + 9);
    expect(after.distribution[1]).toBe((before.distribution[1] ?? 0) + 9);
    // A visitor sees their held vote and can change it, without effect on the counts.
    const last = { address: '192.0.2.200', agent: 'Bot 200', cookie };
    expect(await vote({ article_id: id, value: 5 }, last)).toMatchObject({ status: 200, data: { mine: { value: 5 } } });
    expect(await vote({ article_id: id, helpful: true }, last)).toMatchObject({ status: 200 });
    expect(await summaryOf(id)).toEqual(after);

    expect((await host.request('GET', '/vendor-kb/v1/ratings/held')).status).toBe(401);
    const list = await host.request('GET', '/vendor-kb/v1/ratings/held?per_page=100', { as });
    expect(list.headers['X-CMS-Total']).toBe('192');
    const heldVotes = list.data as { id: number; created_at: string }[];
    expect(heldVotes[0]).toEqual({
      id: expect.any(Number),
      article_id: id,
      kind: 'value',
      value: 1,
      created_at: expect.stringMatching(MOMENT),
      _links: expect.any(Object),
    });
    const [one, two, three] = heldVotes.map((item) => item.id);
    const decide = (body: object) => host.request('POST', '/vendor-kb/v1/ratings/held', { as, body });
    expect((await decide({ release: [one, two, 4_711_000], discard: [three] })).data).toEqual({
      released: [one, two],
      discarded: [three],
    });
    expect((await decide({ release: [one, three], discard: [two, three] })).data).toEqual({
      released: [],
      discarded: [],
    });
    const released = await summaryOf(id);
    expect(released.count).toBe(after.count + 2);
    const rest = await host.request('GET', '/vendor-kb/v1/ratings/held?per_page=1', { as });
    expect(rest.headers['X-CMS-Total']).toBe('189');
    await Promise.all([
      decide({ release: [heldVotes[5]?.id] }),
      decide({ release: [heldVotes[5]?.id] }),
      decide({ discard: [heldVotes[5]?.id] }),
    ]);
    const decided = await summaryOf(id);
    const row = await host.db.query
      .selectFrom('kb_ratings')
      .select('is_held')
      .where('id', '=', heldVotes[5]?.id ?? 0)
      .executeTakeFirst();
    expect(decided.count).toBe(released.count + (row ? 1 : 0));
    expect(row?.is_held ?? 0).toBe(0);
  }, 60_000);
});
