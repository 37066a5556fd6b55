import { definePlugin, type HostOptions, type User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../core/webhooks/receiver.js';
import { dialects } from '../support/databases.js';
import {
  expectError,
  idsOf,
  type KbAnswer,
  type KbHost,
  MOMENT,
  openKbHost,
  type Role,
} from './knowledge-base-host.js';

interface Item {
  id: number;
  status: string;
  history: { from: string; to: string; by: number | null; note: string | null; at: string }[];
}

describe.each(dialects)('feedback over REST on $name', (dialect) => {
  let kb: KbHost;
  let article: number;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
    article = await kb.article();
  });
  afterAll(() => kb?.close());

  const MESSAGE = { type: 'error', message: 'The second step is missing.' };
  const send = (body: object = {}, as: Role = 'anonymous') => {
    const all = Object.entries({ article_id: article, ...MESSAGE, ...body });
    const sent = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    return kb.call(as, 'POST', '/feedback', sent);
  };
  const sent = async (body: object = {}, as: Role = 'anonymous') => {
    const answer = await send(body, as);
    expect(answer).toMatchObject({ status: 201, data: { id: expect.any(Number), status: 'new' } });
    return (answer.data as { id: number }).id;
  };
  const list = (query: string, as: Role = 'editor') => kb.call(as, 'GET', `/feedback?${query}`);
  const put = (id: number, body: object, as: Role = 'editor') => kb.call(as, 'PUT', `/feedback/${id}`, body);
  const counted = async (id = article) =>
    (
      await kb.host.db.query
        .selectFrom('kb_article_figures')
        .select('feedback')
        .where('article_id', '=', id)
        .executeTakeFirst()
    )?.feedback ?? 0;

  it('is accepted from everyone and shown to moderators with its metadata', async () => {
    await kb.call('subscriber', 'POST', '/rating', { article_id: article, value: 2 });
    const before = await counted();
    const id = await sent(
      { name: ' Ada  L. ', email: 'Ada@Example.com', consent: true, page_url: 'http://localhost:8080/kb/x?y=1' },
      'subscriber',
    );
    expect(await counted()).toBe(before + 1);
    const edit = await kb.call('editor', 'GET', `/feedback/${id}?context=edit`);
    expect(edit).toMatchObject({
      status: 200,
      data: {
        id,
        article_id: article,
        article_version: 1,
        type: 'error',
        message: 'The second step is missing.',
        status: 'new',
        rating: 2,
        author: { id: kb.users.subscriber.id, name: 'Ada L.', email: 'ada@example.com' },
        locale: 'en',
        page_url: 'http://localhost:8080/kb/x?y=1',
        assigned_to: null,
        note: null,
        fixed_version: null,
        created_at: expect.stringMatching(MOMENT),
        updated_at: expect.stringMatching(MOMENT),
        resolved_at: null,
        history: [],
        spam_score: 0,
        _links: { self: [{ href: `http://localhost:8080/api/vendor-kb/v1/feedback/${id}` }] },
      },
    });
    const view = await kb.call('editor', 'GET', `/feedback/${id}`);
    expect(JSON.stringify(view.data)).not.toContain('ada@example.com');
    expect(view.data).not.toHaveProperty('history');
    expect(view.data).not.toHaveProperty('spam_score');
  });

  it.each([
    ['no article', { article_id: undefined }],
    ['a short message', { message: 'ab' }],
    ['a blank message', { message: '     ' }],
    ['a long message', { message: 'x'.repeat(5001) }],
    ['no type', { type: undefined }],
    ['an unknown type', { type: 'rant' }],
    ['an address without consent', { email: 'ada@example.com' }],
    ['an address and a refusal', { email: 'ada@example.com', consent: false }],
    ['no address', { email: 'ada', consent: true }],
    ['two addresses', { email: 'ada@example.com, bob@example.com', consent: true }],
    ['a page of another site', { page_url: 'https://example.org/' }],
    ['a page that is a script', { page_url: 'javascript:alert(1)' }],
    ['a page that only begins like this site', { page_url: 'http://localhost:8080.example.org/' }],
    ['an unknown member', { status: 'resolved' }],
    ['a list', { message: ['a', 'b', 'c'] }],
  ])('rejects %s', async (_, body) => {
    const before = await kb.host.db.query.selectFrom('kb_feedback').select('id').execute();
    expect((await send(body)).status).toBe(400);
    expect(await kb.host.db.query.selectFrom('kb_feedback').select('id').execute()).toHaveLength(before.length);
  });

  it('returns the same 404 for hidden and missing articles', async () => {
    const draft = await kb.article({ status: 'draft' }, 'kb_manager');
    for (const id of [draft, 4_711_000]) {
      expectError(await send({ article_id: id }), 404, 'vendor_kb_article_not_found');
    }
  });

  it('is stored as spam when it looks like spam, without revealing it in the response', async () => {
    const before = await counted();
    const page = await kb.call('anonymous', 'GET', `/articles/${article}`);
    expect(page.status).toBe(200);
    const ids = [
      await sent({ hp: 'x' }),
      await sent({ rendered_at: 'MTow..x' }),
      await sent({ message: 'https://pills.example' }),
    ];
    expect(await counted()).toBe(before);
    expect(idsOf(await list('status=spam')).toSorted()).toEqual(ids.toSorted());
    expect(idsOf(await list('per_page=100'))).not.toEqual(expect.arrayContaining(ids.slice(0, 1)));
    const [first = 0] = ids;
    expect(await put(first, { status: 'in_progress' })).toMatchObject({ status: 200 });
    expect(await counted()).toBe(before + 1);
    expect(await put(first, { status: 'spam' })).toMatchObject({ status: 200 });
    expect(await counted()).toBe(before);
  });

  it('is accessible only to moderators', async () => {
    const id = await sent();
    const statuses = async (call: (role: Role) => Promise<KbAnswer>) =>
      Promise.all(
        (['administrator', 'kb_manager', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const).map(
          async (role) => (await call(role)).status,
        ),
      );
    const expected = [200, 200, 200, 403, 403, 403, 401];
    expect(await statuses((role) => list('', role))).toEqual(expected);
    expect(await statuses((role) => kb.call(role, 'GET', `/feedback/${id}`))).toEqual(expected);
    expect(await statuses((role) => put(id, { note: 'x' }, role))).toEqual(expected);
    expect(await statuses((role) => kb.call(role, 'GET', '/ratings/held'))).toEqual(expected);
    expect(await statuses((role) => kb.call(role, 'POST', '/ratings/held', {}))).toEqual(expected);
  });

  it('moves through its statuses with a history and lists the allowed transitions', async () => {
    const id = await sent();
    expectError(await put(id, { status: 'resolved' }), 409, 'vendor_kb_invalid_transition');
    const refused = await put(id, { status: 'rejected' });
    expect(refused.data).toMatchObject({ data: { details: { from: 'new', allowed: ['in_progress', 'spam'] } } });
    expect(await put(id, { status: 'in_progress', assigned_to: kb.users.editor.id })).toMatchObject({
      status: 200,
      data: { status: 'in_progress', assigned_to: kb.users.editor.id, resolved_at: null },
    });
    const resolved = await put(id, { status: 'resolved', note: 'Added.', fixed_version: 1 }, 'kb_manager');
    expect(resolved).toMatchObject({
      status: 200,
      data: { status: 'resolved', note: 'Added.', fixed_version: 1, resolved_at: expect.stringMatching(MOMENT) },
    });
    expect(await put(id, { status: 'in_progress' })).toMatchObject({ data: { resolved_at: null, note: 'Added.' } });
    expect((resolved.data as Item).history).toEqual([
      { at: expect.stringMatching(MOMENT), by: kb.users.editor.id, from: 'new', to: 'in_progress', note: null },
      {
        at: expect.stringMatching(MOMENT),
        by: kb.users.kb_manager.id,
        from: 'in_progress',
        to: 'resolved',
        note: 'Added.',
      },
    ]);
  });

  it('stays unchanged when set to its current status', async () => {
    const id = await sent();
    const before = await kb.call('editor', 'GET', `/feedback/${id}?context=edit`);
    expect(await put(id, { status: 'new' })).toMatchObject({ status: 200, data: before.data as object });
    expect(await put(id, {})).toMatchObject({ status: 200, data: before.data as object });
  });

  it('records concurrent equal decisions once and accepts one of two different ones', async () => {
    const id = await sent();
    await put(id, { status: 'in_progress' });
    const same = await Promise.all([1, 2, 3, 4].map(() => put(id, { status: 'resolved' })));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const history = async () =>
      ((await kb.call('editor', 'GET', `/feedback/${id}?context=edit`)).data as Item).history.map(({ to }) => to);
    expect(await history()).toEqual(['in_progress', 'resolved']);
    await put(id, { status: 'in_progress' });
    const different = await Promise.all([put(id, { status: 'resolved' }), put(id, { status: 'rejected' })]);
    expect(different.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await history()).toHaveLength(4);
  });

  it('can be assigned only to moderators and to existing articles and versions', async () => {
    const id = await sent();
    const other = await kb.article();
    const [before, beforeOther] = [await counted(), await counted(other)];
    for (const [body, member] of [
      [{ assigned_to: kb.users.author.id }, 'assigned_to'],
      [{ assigned_to: 4_711_000 }, 'assigned_to'],
      [{ article_id: 4_711_000 }, 'article_id'],
      [{ fixed_version: 99 }, 'fixed_version'],
    ] as const) {
      const answer = await put(id, body);
      expectError(answer, 400, 'vendor_kb_invalid_param');
      expect(answer.data).toHaveProperty(`data.params.${member}`);
    }
    expect(await put(id, { article_id: other, assigned_to: kb.users.editor.id })).toMatchObject({
      status: 200,
      data: { article_id: other },
    });
    expect([await counted(), await counted(other)]).toEqual([before - 1, beforeOther + 1]);
    expect(await put(id, { assigned_to: null })).toMatchObject({ data: { assigned_to: null } });
    for (const body of [{ status: 'closed' }, { assigned_to: 0 }, { note: 7 }, { color: 'x' }, { fixed_version: 0 }]) {
      expect((await put(id, body)).status).toBe(400);
    }
    // A read-only member may be sent back.
    const { message } = (await kb.call('editor', 'GET', `/feedback/${id}`)).data as { message: string };
    expect(await put(id, { message: 'x' })).toMatchObject({ status: 200, data: { message } });
    expectError(await put(4_711_000, { note: 'x' }), 404, 'vendor_kb_feedback_not_found');
    expectError(await kb.call('editor', 'GET', '/feedback/4711000'), 404, 'vendor_kb_feedback_not_found');
  });

  it('is filtered by status, type, article, moderator, date and search text', async () => {
    const own = await kb.article();
    const at = (type: string, message: string, name = 'Grace') => sent({ article_id: own, type, message, name });
    const one = await at('error', 'Zebra one');
    const two = await at('question', 'Zebra two 100%');
    const three = await at('praise', 'Lion three', 'Zebra friend');
    await put(two, { status: 'in_progress', assigned_to: kb.users.editor.id });
    const ids = async (query: string) => idsOf(await list(`article=${own}&${query}`));
    expect(await ids('')).toEqual([three, two, one]);
    expect(await ids('order=asc')).toEqual([one, two, three]);
    expect(await ids('status=in_progress')).toEqual([two]);
    expect(await ids('status=new,in_progress')).toEqual([three, two, one]);
    expect(await ids('type=error,praise')).toEqual([three, one]);
    expect(await ids(`assigned_to=${kb.users.editor.id}`)).toEqual([two]);
    expect(await ids('assigned_to=0')).toEqual([three, one]);
    expect(await ids('search=zebra')).toEqual([three, two, one]);
    expect(await ids('search=zebra%20100%25')).toEqual([two]);
    expect(await ids('search=%25%25')).toEqual([]);
    expect(await ids(`include=${one},${two}&exclude=${two}`)).toEqual([one]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids(`from=${today}&to=${today}`)).toHaveLength(3);
    expect(await ids('to=2026-01-01')).toEqual([]);
    expect(await ids('from=2999-01-01T00:00:00Z')).toEqual([]);
    const page = await list(`article=${own}&per_page=2&page=2`);
    expect([idsOf(page), page.headers['X-CMS-Total'], page.headers['X-CMS-TotalPages']]).toEqual([[one], '3', '2']);
    expectError(await list(`article=${own}&page=3`), 400, 'vendor_kb_invalid_page');
    for (const query of ['from=yesterday', 'to=2026-02-30', 'status=old', 'assigned_to=-1', 'article=x']) {
      expect([query, (await list(query)).status]).toEqual([query, 400]);
    }
  });

  it('is stored once per Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'feedback-once' };
    const body = { article_id: article, type: 'error', message: 'Once only' };
    const first = await kb.call('subscriber', 'POST', '/feedback', body, headers);
    expect(await kb.call('subscriber', 'POST', '/feedback', body, headers)).toMatchObject({
      status: 201,
      data: first.data as object,
    });
  });

  it('is deleted with its article, including its history', async () => {
    const own = await kb.article();
    const id = await sent({ article_id: own });
    await put(id, { status: 'in_progress' });
    await kb.call('administrator', 'DELETE', `/articles/${own}?force=true`);
    expectError(await kb.call('editor', 'GET', `/feedback/${id}`), 404, 'vendor_kb_feedback_not_found');
    const left = await kb.host.db.query
      .selectFrom('kb_feedback_history')
      .select('id')
      .where('feedback_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('feedback moderation', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  type Setup = Parameters<typeof definePlugin>[0]['setup'];

  async function site(setup: Setup = () => {}, options: HostOptions = {}) {
    const plugin = definePlugin({ name: 'acme', version: '1.0.0', setup });
    const host: TestHost = await createTestHost({ plugins: [knowledgeBase(), plugin], ...options });
    closing.push(() => host.close());
    const admin = await host.createUser('administrator');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as: admin,
      body: { title: 'Boil an egg', status: 'publish' },
    });
    const { id } = answer.data as { id: number };
    const send = async (body: object = {}, as: User | null = null) => {
      const sent = await host.request('POST', '/vendor-kb/v1/feedback', {
        as,
        body: { article_id: id, type: 'error', message: 'The second step is missing.', ...body },
      });
      expect(sent.status).toBe(201);
      return (sent.data as { id: number }).id;
    };
    const put = async (feedback: number, body: object) => {
      const changed = await host.request('PUT', `/vendor-kb/v1/feedback/${feedback}`, { as: admin, body });
      expect(changed.status).toBe(200);
    };
    return { host, admin, id, send, put };
  }

  it('notifies listeners without the email of the sender and never for spam', async () => {
    const calls: unknown[] = [];
    const { send, put, id, host } = await site(({ hooks }) => {
      hooks.addAction('vendor_kb_feedback_submitted', (...args) => void calls.push(args));
      hooks.addAction('vendor_kb_feedback_status_changed', ({ status }, { from, to, note }) => {
        calls.push([status, from, to, note]);
      });
    });
    const reader = await host.createUser('subscriber');
    const feedback = await send({ email: 'ada@example.com', consent: true }, reader);
    await send({ hp: 'x' });
    await put(feedback, { status: 'in_progress', note: 'Looking' });
    await put(feedback, { status: 'in_progress', note: 'Still looking' });
    expect(calls).toEqual([
      [
        expect.objectContaining({ id: feedback, articleId: id, message: 'The second step is missing.', status: 'new' }),
        expect.objectContaining({ id }),
        { user: expect.objectContaining({ id: reader.id }), key: `u:${reader.id}` },
      ],
      ['in_progress', 'new', 'in_progress', 'Looking'],
    ]);
    expect(JSON.stringify(calls)).not.toContain('ada@example.com');
  });

  it('stores feedback as spam when a callback decides so or fails, and never loses it', async () => {
    let verdict: (isSpam: boolean) => unknown = () => true;
    const { send, host } = await site(({ hooks }) => {
      hooks.addFilter('vendor_kb_feedback_is_spam', (isSpam) => verdict(isSpam) as boolean);
    });
    const statusOf = async (id: number) =>
      (await host.db.query.selectFrom('kb_feedback').select('status').where('id', '=', id).executeTakeFirst())?.status;
    expect(await statusOf(await send())).toBe('spam');
    verdict = () => {
      throw new Error('The service is away');
    };
    expect(await statusOf(await send())).toBe('spam');
    verdict = () => 'no';
    expect(await statusOf(await send())).toBe('spam');
    verdict = () => false;
    expect(await statusOf(await send({ hp: 'x' }))).toBe('new');
    verdict = (isSpam) => isSpam;
    expect(await statusOf(await send())).toBe('new');
  });

  it('lets a callback change feedback before it is stored', async () => {
    const { send, host } = await site(({ hooks }) => {
      hooks.addFilter('vendor_kb_feedback_data', (data) => ({
        ...data,
        message: data.message.replace('second', 'third'),
      }));
    });
    await send();
    expect(await host.db.query.selectFrom('kb_feedback').select('message').execute()).toEqual([
      { message: 'The third step is missing.' },
    ]);
  });

  it('emails moderators and the recipients added by a callback, but not for spam', async () => {
    const { send, host } = await site(({ hooks }) => {
      hooks.addFilter('vendor_kb_feedback_recipients', (to, { type }) => [...to, `${type}@example.com`, 'no address']);
    });
    await host.settings.save('knowledge-base', { moderatorsMail: ['mod@example.com'] });
    await send({ name: 'Ada', email: 'ada@example.com', consent: true });
    await send({ hp: 'x' });
    await host.work();
    const mails = await host.sentMails();
    expect(mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).toSorted()).toEqual([
      'error@example.com',
      'mod@example.com',
    ]);
    expect(mails[0]).toContain('The second step is missing.');
    expect(mails[0]).toMatch(/^Subject: .*New feedback|^Subject: =\?/m);
    expect(mails.join()).not.toContain('ada@example.com');
  });

  it('emails the author when resolved unless disabled, quoting the text only to verified emails', async () => {
    const { send, put, host } = await site();
    const resolve = async (id: number, body: object = {}) => {
      await put(id, { status: 'in_progress' });
      await put(id, { status: 'resolved', ...body });
      await host.work();
    };
    await resolve(await send());
    await resolve(await send({ email: 'quiet@example.com', consent: true }), { notify_author: false });
    expect(await host.sentMails()).toEqual([]);
    const reader = await host.createUser('subscriber');
    await resolve(await send({ email: 'ada@example.com', consent: true }));
    await resolve(await send({}, reader));
    const mails = await host.sentMails();
    expect(mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).toEqual(['ada@example.com', reader.email]);
    expect(mails[0]).toContain('/kb/boil-an-egg');
    expect(mails[0]).not.toContain('Your message');
    expect(mails[0]).not.toContain('The second step is missing.');
    expect(mails[1]).toMatch(/Your message:\s+The second step is missing\./);
  });

  it('sends no reply to an address that was erased before the email was sent', async () => {
    const { send, put, host } = await site();
    const id = await send({ email: 'ada@example.com', consent: true });
    await put(id, { status: 'in_progress' });
    await put(id, { status: 'resolved' });
    await host.privacy.erase(await host.privacy.find('ada@example.com'));
    await host.work();
    expect(await host.sentMails()).toEqual([]);
  });

  describe('feedback rate limit', () => {
    /** Sends messages from one IP address, with the given browser as the user agent. */
    async function sender(): Promise<(browser: string, message: string) => Promise<Response>> {
      const { host, id } = await site(undefined, {});
      const url = await host.listen();
      return (browser, message) =>
        fetch(`${url}/api/vendor-kb/v1/feedback`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'User-Agent': browser },
          body: JSON.stringify({ article_id: id, type: 'other', message }),
        });
    }

    it('allows five messages an hour per visitor', async () => {
      const send = await sender();
      const answers = [];
      for (let call = 0; call < 6; call += 1) answers.push(await send('One', `Number ${call}`));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
      const refused = answers.at(-1)?.headers;
      expect(Number(refused?.get('retry-after'))).toBeGreaterThan(0);
      expect(refused?.get('ratelimit-policy')).toBe('"feedback";q=5;w=3600');
      expect(refused?.get('ratelimit')).toMatch(/^"feedback";r=0;t=\d+$/);
      expect((await send('Another', 'Behind the same address')).status).toBe(201);
    });

    it('does not count rejected messages', async () => {
      const send = await sender();
      for (let call = 0; call < 6; call += 1) expect((await send('One', 'x')).status).toBe(400);
      expect((await send('One', 'Long enough')).status).toBe(201);
    });

    it('allows fifty messages per IP address, regardless of the browser', async () => {
      const send = await sender();
      const statuses = [];
      for (let call = 0; call < 51; call += 1) statuses.push((await send(`Browser ${call}`, 'Again')).status);
      expect(statuses).toEqual([...Array(50).fill(201), 429]);
    });
  });

  it('sends webhooks for feedback without the email, and for ratings without the voter', async () => {
    const receiver = await startReceiver();
    closing.push(receiver.close);
    const { host, send, id, admin } = await site(undefined, { webhooks: { allowPrivate: true } });
    const reader = await host.createUser('subscriber');
    const topics = ['vendor_kb_feedback_submitted', 'vendor_kb_rating_submitted'];
    const created = await host.request('POST', '/mortise/v1/webhooks', {
      as: admin,
      body: { url: receiver.url, topics },
    });
    expect(created.status).toBe(201);
    await send({ email: 'ada@example.com', consent: true }, reader);
    await host.request('POST', '/vendor-kb/v1/rating', { as: reader, body: { article_id: id, value: 4 } });
    await host.work();
    const texts = receiver.messages.map(({ body }) => body);
    expect(texts).toHaveLength(2);
    expect(texts.join()).toContain('The second step is missing.');
    expect(texts.join()).toContain('"rating":{"value":4,"helpful":null,"held":false}');
    for (const secret of ['ada@example.com', reader.email, `u:${reader.id}`])
      expect(texts.join()).not.toContain(secret);
  });
});
