import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response, type Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserAgent, hiddenFieldsIn } from '../../../support/browser-agent.js';

describe('forms below an article', () => {
  let host: TestHost;
  let url: string;
  let id: number;
  let network = 0;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    host = await createTestHost({ plugins: [knowledgeBase()], trustProxy: true });
    url = await host.listen();
    const admin = await host.createUser('administrator');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as: admin,
      body: { title: 'Boil an egg', content: 'Wait.', status: 'publish' },
    });
    id = (answer.data as { id: number }).id;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await host.close();
  });

  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  /** Visitor with a browser and an IP address of their own. */
  function reader(address = `198.51.${++network}.1`) {
    const browser = new BrowserAgent(url);
    browser.set('X-Forwarded-For', address);
    let hidden: Record<string, string> = {};
    async function load(request: Test): Promise<Response> {
      const answer = await request;
      const fields = hiddenFieldsIn(answer.text);
      if (Object.keys(fields).length > 0) hidden = fields;
      return answer;
    }
    return {
      browser,
      get: (path = '/kb/boil-an-egg') => load(browser.get(path)),
      /** Submits the form as the page contains it. */
      send(name: 'rating' | 'feedback', fields: Readonly<Record<string, string>>) {
        const type = name === 'feedback' ? { type: 'error', hp: '' } : undefined;
        return load(browser.postForm(`/kb/boil-an-egg?opinion=${name}`, { ...hidden, ...type, ...fields }));
      },
    };
  }

  const summary = async () => (await host.request('GET', `/vendor-kb/v1/articles/${id}/rating`)).data;
  const stored = () => host.db.query.selectFrom('kb_feedback').selectAll().execute();

  it('accept stars, redirect to the article with thanks, and show the chosen rating', async () => {
    const ada = reader();
    await ada.get();
    pass(20);
    const sent = await ada.send('rating', { value: '4' });
    expect(sent).toMatchObject({ status: 303, headers: { location: '/kb/boil-an-egg?thanks=rating#kb-rating' } });
    expect(sent.get('Set-Cookie')).toEqual([expect.stringMatching(/^kb_voter=.*HttpOnly; SameSite=Lax/)]);
    expect(await summary()).toMatchObject({ count: 1, average: 4 });
    const { text } = await ada.get('/kb/boil-an-egg?thanks=rating');
    expect(text).toContain('Thanks for your rating.');
    expect(text).toMatch(/value="4" required checked/);
    expect(text).toContain('4 out of 5 (1 rating)');
    expect((await reader().get()).text).not.toMatch(/required checked/);
  });

  it('accept a yes or no by button, and count a quickly changed vote once', async () => {
    const ada = reader();
    await ada.get();
    pass(30);
    expect(await ada.send('rating', { helpful: '1' })).toMatchObject({
      headers: { location: expect.stringContaining('thanks=rating') },
    });
    await ada.get('/kb/boil-an-egg?thanks=rating');
    expect(await ada.send('rating', { helpful: '0' })).toMatchObject({
      headers: { location: '/kb/boil-an-egg?thanks=low#kb-feedback' },
    });
    expect(await summary()).toMatchObject({ helpful: { yes: 0, no: 1 } });
    expect((await ada.get()).text).toMatch(/value="0" aria-pressed="true"/);
  });

  it('open the message form only after a low rating', async () => {
    const opened = (html: string) => /<details class="kb-feedback kb-fold" open>/.test(html);
    const ada = reader();
    expect(opened((await ada.get()).text)).toBe(false);
    pass(30);
    expect((await ada.send('rating', { value: '2' })).headers.location).toBe('/kb/boil-an-egg?thanks=low#kb-feedback');
    const { text } = await ada.get('/kb/boil-an-egg?thanks=low');
    expect(opened(text)).toBe(true);
    expect(text).toContain('What went wrong?');
    pass(5);
    await ada.send('feedback', { message: 'No time is said.' });
    expect(await stored()).toMatchObject([{ message: 'No time is said.', rating: 2, status: 'new' }]);
    expect((await ada.send('rating', { value: '3' })).headers.location).toBe('/kb/boil-an-egg?thanks=rating#kb-rating');
  });

  it('hold votes from pages open for less than 20 seconds or without a timestamp', async () => {
    const ada = reader();
    await ada.get();
    pass(19.9);
    expect((await ada.send('rating', { value: '5' })).status).toBe(303);
    expect(await summary()).toMatchObject({ count: 0 });
    expect((await ada.get()).text).toMatch(/value="5" required checked/);
    const bob = reader();
    await bob.get();
    pass(30);
    expect((await bob.send('rating', { value: '5', rendered_at: '' })).status).toBe(303);
    expect(await summary()).toMatchObject({ count: 0 });
    expect(await host.db.query.selectFrom('kb_ratings').select('is_held').execute()).toEqual([
      { is_held: 1 },
      { is_held: 1 },
    ]);
  });

  it('accept a message without further fields', async () => {
    const ada = reader();
    await ada.get();
    pass(2);
    expect(await ada.send('feedback', { message: ' It says\r\nnothing. ' })).toMatchObject({
      status: 303,
      headers: { location: '/kb/boil-an-egg?thanks=feedback#kb-feedback' },
    });
    expect((await ada.get('/kb/boil-an-egg?thanks=feedback')).text).toContain('We received your message.');
    expect(await stored()).toMatchObject([
      {
        article_id: id,
        article_version: 1,
        type: 'error',
        message: 'It says\nnothing.',
        status: 'new',
        author_id: null,
        author_name: null,
        author_email: null,
        page_url: 'http://localhost:8080/kb/boil-an-egg',
      },
    ]);
  });

  it('show a rejected message again with its errors', async () => {
    const ada = reader();
    await ada.get();
    pass(10);
    const { status, text } = await ada.send('feedback', {
      message: 'x"><script>',
      email: 'ada@example.com',
      name: 'Ada',
    });
    expect(status).toBe(400);
    expect(text).toContain('We need your consent to keep your email address.');
    expect(text).toContain('value="ada@example.com"');
    expect(text).toContain('x&#34;&#62;&#60;script&#62;</textarea>');
    expect(await stored()).toEqual([]);
    pass(10);
    expect((await ada.send('feedback', { message: 'Too short', email: 'ada@example.com', consent: '1' })).status).toBe(
      303,
    );
    expect(await stored()).toMatchObject([{ author_email: 'ada@example.com', consent: 1 }]);
  });

  it.each([
    ['fill in what nobody sees', 30, { hp: 'https://pills.example' }],
    ['are faster than people', 1.9, {}],
    ['leave out when the form was made', 30, { rendered_at: '' }],
    ['make up when it was made', 30, { rendered_at: 'MTow..x' }],
  ])('file messages from bots that %s as spam, and still thank them', async (_, seconds, fields) => {
    const bot = reader();
    await bot.get();
    pass(seconds);
    const { status, headers } = await bot.send('feedback', { message: 'Very nice site', ...fields });
    expect([status, headers.location]).toEqual([303, '/kb/boil-an-egg?thanks=feedback#kb-feedback']);
    expect(await stored()).toMatchObject([{ status: 'spam', spam_score: 100 }]);
  });

  it('reject votes with an invalid nonce', async () => {
    const ada = reader();
    await ada.get();
    pass(30);
    for (const nonce of ['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA']) {
      const { status, text } = await ada.send('rating', { value: '5', nonce });
      expect(status).toBe(403);
      expect(text).toContain('This page has expired.');
    }
    expect(await summary()).toMatchObject({ count: 0 });
  });

  it('reject a missing or invalid answer and ask for one', async () => {
    const ada = reader();
    await ada.get();
    for (const fields of [{}, { value: '6' }, { value: '1e0' }, { helpful: 'yes' }, { value: '' }]) {
      const { status, text } = await ada.send('rating', fields as Record<string, string>);
      expect(status).toBe(400);
      expect(text).toContain('Select an answer first.');
    }
  });

  it('allow 30 votes and 5 messages an hour, then return 429 with Retry-After', async () => {
    const ada = reader();
    await ada.get();
    pass(30);
    for (let call = 0; call < 30; call += 1) expect((await ada.send('rating', { value: '5' })).status).toBe(303);
    for (let call = 0; call < 5; call += 1) {
      expect((await ada.send('feedback', { message: `Number ${call}` })).status).toBe(303);
    }
    for (const [name, fields] of [
      ['rating', { value: '1' }],
      ['feedback', { message: 'Number 6' }],
    ] as const) {
      const refused = await ada.send(name, fields);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.text).toContain('Too many submissions.');
    }
    expect(await stored()).toHaveLength(5);
  });

  it('share their rate limit with the REST API', async () => {
    const address = '203.0.113.7';
    const ada = reader(address);
    await ada.get();
    pass(30);
    const post = (path: string, body: object) =>
      request(url).post(`/api/vendor-kb/v1${path}`).set('X-Forwarded-For', address).send(body);
    for (let call = 0; call < 3; call += 1) {
      expect((await ada.send('feedback', { message: `Number ${call}` })).status).toBe(303);
    }
    const message = { article_id: id, type: 'error', message: 'Over REST' };
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await post('/feedback', message)).status);
    expect(statuses).toEqual([201, 201, 429]);
    const refused = await ada.send('feedback', { message: 'Number 6' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    for (let call = 0; call < 29; call += 1) await post('/rating', { article_id: id, value: 5 });
    expect((await ada.send('rating', { value: '4' })).status).toBe(303);
    expect((await post('/rating', { article_id: id, value: 5 })).status).toBe(429);
    expect((await reader().get()).status).toBe(200);
  });

  it('use the account of a signed-in user, and hide the rating on own articles', async () => {
    const user = await host.createUser('subscriber');
    const ada = reader();
    await ada.browser.signIn(host, user);
    await ada.get();
    pass(30);
    expect((await ada.send('rating', { value: '3' })).get('Set-Cookie')).toBeUndefined();
    await ada.send('feedback', { message: 'Fine' });
    expect(await stored()).toMatchObject([{ author_id: user.id, author_name: user.name }]);
    const [row] = await host.db.query.selectFrom('kb_ratings').select('visitor_key').execute();
    expect(row).toEqual({ visitor_key: `u:${user.id}` });
    const author = await host.createUser('author');
    const own = await host.request('POST', '/vendor-kb/v1/articles', {
      as: author,
      body: { title: 'Mine', status: 'publish' },
    });
    expect(own.status).toBe(201);
    const writer = reader();
    await writer.browser.signIn(host, author);
    const { text } = await writer.get('/kb/mine');
    expect(text).not.toContain('kb-rating');
    expect(text).toContain('kb-feedback');
  });

  it('return 404 on other pages and for other methods', async () => {
    const ada = reader();
    await ada.get();
    const post = async (path: string) => (await request(url).post(path).type('form').send({ value: '5' })).status;
    const paths = ['/kb', '/kb/search', '/kb/nowhere'];
    for (const path of paths) expect([path, await post(path)]).toEqual([path, 404]);
    expect((await request(url).delete('/kb/boil-an-egg?opinion=rating')).status).toBe(404);
  });
});
