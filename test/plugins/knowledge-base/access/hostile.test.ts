import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SQLITE } from '../../../support/databases.js';
import { type AttachmentSite, openAttachmentSite, pdf, type Role } from '../attachments/attachment-site.js';

const SECRET = 'zqsecretzq';
const password = (word: string) => ({ access_rule: { mode: 'password', password: word } });
const MEMBERS = { access_rule: { mode: 'logged_in' } };

/** Headers that identify the user. */
const WHO = { page: ['cookie'], rest: ['cookie', 'authorization'] };

/** Attempts to read restricted content. */
describe('restricted article', () => {
  let site: AttachmentSite;
  let address = 0;
  let created = 0;
  beforeAll(async () => {
    site = await openAttachmentSite(SQLITE, { trustProxy: true });
  });
  afterAll(() => site?.close());
  beforeEach(() => {
    address += 1;
  });

  const from = (ip = `203.0.113.${address}`) => ({ 'X-Forwarded-For': ip });
  const ask = (path: string, as: Role = 'anonymous', method = 'GET') => site.ask(as, path, method).set(from());
  async function closed(rule: object = MEMBERS): Promise<{ id: number; page: string }> {
    created += 1;
    const text = { title: `Title ${SECRET}`, content: `Text ${SECRET}`, slug: `place-${created}` };
    const id = await site.article({ ...text, ...rule });
    const { data } = await site.json<{ link: string }>('administrator', 'GET', `/articles/${id}`);
    return { id, page: new URL(data.link).pathname };
  }

  it('limits password guesses across all its forms, headers and endpoints together', async () => {
    const { id, page } = await closed(password('sesame'));
    const article = await site.article();
    const { data: file } = await site.upload('administrator', article, pdf(700));
    await site.json('administrator', 'PUT', `/attachments/${file.id}`, password('sesame'));
    const submit = (path: string, guess: string) =>
      ask(path, 'anonymous', 'POST').type('form').send({ kb_password: guess });
    const ways = [
      (guess: string) => ask(`/articles/${id}/unlock`, 'anonymous', 'POST').send({ password: guess }),
      (guess: string) => ask(`/articles/${id}`).set({ 'X-KB-Password': guess }),
      (guess: string) => submit(page, guess),
      (guess: string) => submit(`/kb/-/attachments/${file.id}/x.pdf`, guess),
      (guess: string) => ask(`/attachments/${file.id}/download`).set({ 'X-KB-Password': guess }),
      (guess: string) => ask(`/kb/-/attachments/${file.id}/x.pdf`).set({ 'X-KB-Password': guess }),
    ];
    const seen: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const answer = await ways[guess % ways.length]?.(`guess${guess}`);
      seen.push(answer?.status ?? 0);
      expect(answer?.text).not.toContain(SECRET);
    }
    expect(seen.slice(0, 5).every((status) => status === 401 || status === 403)).toBe(true);
    expect(seen.slice(5)).toEqual(Array(7).fill(429));
    // The right password is rejected from that IP address for a minute on every path, but works from another one.
    for (const way of ways) expect((await way('sesame')).status).toBe(429);
    const elsewhere = { 'X-KB-Password': 'sesame', ...from('198.51.100.9') };
    expect((await ask(`/articles/${id}`).set(elsewhere)).status).toBe(200);
  });

  it('rejects a forged unlock cookie and one for an old password', async () => {
    const { id } = await closed(password('old'));
    const unlocked = await ask(`/articles/${id}/unlock`, 'anonymous', 'POST').send({ password: 'old' });
    const cookie = unlocked.get('Set-Cookie')?.[0]?.split(';')[0];
    const withCookie = (value = '') => ask(`/articles/${id}`).set({ Cookie: value });
    expect((await withCookie(cookie)).status).toBe(200);
    for (const forged of [
      `${cookie}x`,
      'kb_unlocked=1',
      'kb_unlocked=1.2.3.4.5.6.7.8.9',
      `${cookie?.slice(0, -4)}AAAA`,
    ]) {
      expect((await withCookie(forged)).status, forged).toBe(401);
    }
    await site.json('administrator', 'PUT', `/articles/${id}`, password('new'));
    expect((await withCookie(cookie)).status).toBe(401);
  });

  it('is not served from a response cached for another viewer', async () => {
    const { id, page } = await closed();
    const own = await ask(`/articles/${id}`, 'subscriber');
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const tag = own.headers.etag ?? '';
    for (const tags of [tag, '*', `W/${tag}`, `"x", ${tag}`]) {
      const other = await ask(`/articles/${id}`).set({ 'If-None-Match': tags });
      expect([other.status, other.headers['cache-control']], tags).toEqual([401, 'private, no-store']);
      expect(other.headers.etag).toBeUndefined();
      expect(other.text).not.toContain(SECRET);
    }
    const response = await site.host.visit(page, { as: site.users.subscriber });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await ask(page)).headers['cache-control']).toBe('private, no-store');
    const hidden = await closed({ access_rule: { mode: 'nobody' } });
    for (const never of [hidden.id, 987_654]) {
      const answer = await ask(`/articles/${never}`);
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'private, no-store']);
    }
  });

  it('has different ETags for readers with and without access', async () => {
    const rule = { mode: 'logged_in', teaser: 'words', teaser_words: 3 };
    const id = await site.article({ content: 'One two three four five six seven.', access_rule: rule });
    const tags = await Promise.all(
      (['anonymous', 'subscriber', 'author'] as const).map(
        async (as) => (await ask(`/articles/${id}`, as)).headers.etag,
      ),
    );
    expect(tags[0]).not.toBe(tags[1]);
    for (const tag of tags.slice(1)) {
      const answer = await ask(`/articles/${id}`).set({ 'If-None-Match': tag ?? '' });
      expect(answer.status).not.toBe(304);
      expect(answer.text).not.toContain('five');
    }
  });

  it('does not leak through HEAD, _fields, _embed, _envelope or another method', async () => {
    const { id, page } = await closed();
    for (const path of [`/articles/${id}`, page]) {
      const head = await ask(path, 'anonymous', 'HEAD');
      expect([head.status, head.text], path).toEqual([401, undefined]);
      expect(JSON.stringify(head.headers)).not.toContain(SECRET);
    }
    for (const query of [
      '_fields=title,content',
      '_fields=title.rendered',
      '_embed',
      '_embed=author,kb:category',
      '_envelope',
      'context=edit',
      'context=embed',
      '_method=GET',
      'format=html',
      'access=1',
      'count=0&_fields=content',
    ]) {
      const answer = await ask(`/articles/${id}?${query}`);
      expect(answer.text, query).not.toContain(SECRET);
      if (!query.includes('_envelope')) expect(answer.status, query).toBeGreaterThanOrEqual(400);
    }
    const open = { access_rule: { mode: 'public' } };
    for (const [method, override, body] of [
      ['POST', { 'X-HTTP-Method-Override': 'GET' }],
      ['POST', { 'X-HTTP-Method-Override': 'PUT' }, open],
      ['PATCH', {}, open],
      ['OPTIONS', {}],
    ] as const) {
      const answer = await ask(`/articles/${id}`, 'anonymous', method)
        .type('json')
        .set({ ...override })
        .send(body);
      expect(answer.text, JSON.stringify([method, override])).not.toContain(SECRET);
    }
    const put = await ask(`/articles/${id}?_method=PUT`, 'subscriber', 'POST').send(open);
    expect(put.status).toBeGreaterThanOrEqual(400);
    expect((await ask(`/articles/${id}`)).status).toBe(401);
  });

  it('is not embedded in public articles, lists and categories', async () => {
    const { id } = await closed();
    const open = await site.article({ title: 'Open', related: [id] });
    for (const path of [`/articles/${open}?_embed`, '/articles?_embed&per_page=100', '/categories?_embed&tree=true']) {
      const answer = await ask(path);
      expect([answer.status, answer.text.includes(SECRET)], path).toEqual([200, false]);
    }
  });

  it('stays restricted in batch requests', async () => {
    const { id } = await closed();
    const requests = [
      { path: `/vendor-kb/v1/articles/${id}`, method: 'PUT', body: { title: 'Mine' } },
      { path: `/vendor-kb/v1/articles/${id}`, method: 'DELETE' },
      { path: `/vendor-kb/v1/articles/${id}`, method: 'GET' },
    ];
    for (const as of ['anonymous', 'subscriber'] as const) {
      for (const request of requests) {
        const answer = await ask('/api/batch/v1', as, 'POST').send({ requests: [request] });
        expect(answer.text, `${as} ${request.method}`).not.toContain(SECRET);
      }
    }
    expect(
      (await site.json<{ title: { rendered: string } }>('subscriber', 'GET', `/articles/${id}`)).data.title.rendered,
    ).toContain(SECRET);
  });

  it('forbids shared caching or varies by credentials, like public articles and lists', async () => {
    const open = await site.article({ title: 'Open to all' });
    const { data } = await site.json<{ link: string }>('administrator', 'GET', `/articles/${open}`);
    const { id, page } = await closed();
    const answers = {
      'an open article': await ask(`/articles/${open}`),
      'its page': await ask(new URL(data.link).pathname),
      'a list': await ask('/articles'),
      'a list for somebody': await ask('/articles', 'subscriber'),
      'a closed page': await ask(page),
      'a closed article': await ask(`/articles/${id}`),
    };
    for (const [name, { headers }] of Object.entries(answers)) {
      const cache = headers['cache-control'] ?? '';
      const vary = (headers.vary ?? '').toLowerCase();
      const isShared = !/private|no-store/.test(cache);
      expect(
        !isShared || WHO[name.includes('page') ? 'page' : 'rest'].every((header) => vary.includes(header)),
        `${name}: ${cache}; ${vary}`,
      ).toBe(true);
    }
  });

  it('declares to search engines that it is not free when it shows a teaser', async () => {
    const rule = { mode: 'logged_in', teaser: 'words', teaser_words: 3 };
    const { page } = await closed({ title: 'Half', content: 'One two three four five six.', access_rule: rule });
    const { status, text, headers } = await ask(page);
    expect(status).toBe(401);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).toContain('"isAccessibleForFree":false');
    expect(text).toContain('noindex');
    expect(text).not.toContain('five');
    expect((await ask(page, 'anonymous')).text).toContain('One two three');
  });
});
