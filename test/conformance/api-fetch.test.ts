/**
 * @wordpress/api-fetch from npm, with all its middlewares, against an unmodified host. In Node its `fetch` gets the
 * cookies that a browser would send; in Chromium it talks to the host directly.
 */
import imported, { type ApiFetch } from '@wordpress/api-fetch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signedIn, type Visitor, visitor } from '../client/visitor.js';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { bundleScript } from '../support/bundle-script.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

// Its types describe CommonJS, where the default export is a member. The ES module exports it directly.
const apiFetch = imported as unknown as ApiFetch;

const HOUR = 60 * 60 * 1000;
const MORNING = Date.UTC(2026, 10, 21, 1);
const ARTICLES = '/vendor-kb/v1/articles';

interface Article {
  readonly id: number;
  readonly title: { readonly rendered: string; readonly raw?: string };
}

describe('@wordpress/api-fetch', () => {
  let site: PublishedSite;
  let person: Visitor;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    site = await publishSite();
    apiFetch.use(apiFetch.createRootURLMiddleware(`${site.url}/api/`));
    apiFetch.use(apiFetch.mediaUploadMiddleware);
    apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware('');
    apiFetch.use(apiFetch.nonceMiddleware);
    apiFetch.nonceEndpoint = `${site.url}/api/nonce`;
  });
  beforeEach(async () => {
    await become(await signedIn(site.host, site.url));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.setSystemTime(MORNING);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await site.close();
  });

  /** Switches the user and sets the initial nonce, which WordPress would print into the page. */
  async function become(next: Visitor): Promise<void> {
    person = next;
    vi.stubGlobal('fetch', person.fetch);
    const answer = await person.fetch(`${site.url}/api/nonce`);
    if (apiFetch.nonceMiddleware) apiFetch.nonceMiddleware.nonce = answer.ok ? await answer.text() : '';
  }

  const write = (title: string): Promise<Article> =>
    apiFetch({ path: ARTICLES, method: 'POST', data: { title, content: 'Chop.', status: 'publish', tags: [title] } });
  const last = () => person.sent.at(-1);

  it('creates, reads, updates and deletes', async () => {
    const { id } = await write('Soup');
    expect(await apiFetch<Article>({ path: `${ARTICLES}/${id}?context=edit` })).toMatchObject({
      title: { raw: 'Soup' },
    });

    for (const [method, title] of [
      ['PUT', 'Bread'],
      ['PATCH', 'Wine'],
    ] as const) {
      const changed = await apiFetch<Article>({ path: `${ARTICLES}/${id}`, method, data: { title } });
      expect(changed.title.raw).toBe(title);
      expect(last()?.method).toBe('POST');
      expect(last()?.headers.get('X-HTTP-Method-Override')).toBe(method);
    }
    const deleted = await apiFetch({ path: `${ARTICLES}/${id}?force=true`, method: 'DELETE' });
    expect(deleted).toMatchObject({ deleted: true, previous: { id } });
    expect(last()?.method).toBe('POST');
    await expect(apiFetch({ path: `${ARTICLES}/${id}` })).rejects.toMatchObject({ data: { status: 404 } });
  });

  it('sends _locale=user with every request, which the host accepts', async () => {
    await write('Locale');
    expect(last()?.path).toBe(`/api${ARTICLES}?_locale=user`);
    expect(last()?.status).toBe(201);
  });

  it('reads by namespace and endpoint, with the response headers on request', async () => {
    const { id } = await write('Tea');
    const response = await apiFetch({
      namespace: 'vendor-kb/v1',
      endpoint: 'articles?tag=Tea&per_page=1&_fields=id,title.rendered',
      parse: false,
    });
    expect(response.headers.get('X-WP-Total')).toBe('1');
    expect(response.headers.get('X-WP-TotalPages')).toBe('1');
    expect(await response.json()).toEqual([{ id, title: { rendered: 'Tea' } }]);
  });

  it('fetches a list of any length by following the links between pages', async () => {
    const as = (await site.host.createUser('administrator')).id;
    for (let number = 1; number <= 205; number += 1) {
      const body = { title: `Bird ${number}`, status: 'publish', tags: ['birds'] };
      await site.host.request('POST', ARTICLES, { as, body });
    }
    const before = person.sent.length;
    const birds = await apiFetch<Article[]>({ path: `${ARTICLES}?per_page=-1&tag=birds&orderby=title` });
    expect(new Set(birds.map(({ id }) => id)).size).toBe(205);
    expect(person.sent.length - before).toBe(3);
  });

  it.each(['POST', 'PUT', 'DELETE'])('renews an expired nonce and retries %s', async (method) => {
    const { id } = await write(`Stale ${method}`);
    vi.setSystemTime(MORNING + 25 * HOUR);
    const before = person.sent.length;
    const path = method === 'POST' ? ARTICLES : `${ARTICLES}/${id}`;
    await apiFetch({ path, method, ...(method === 'DELETE' ? {} : { data: { title: 'Written for an hour' } }) });
    const statuses = person.sent.slice(before).map(({ status }) => status);
    expect(statuses).toEqual([403, 200, method === 'POST' ? 201 : 200]);
    if (method !== 'DELETE') {
      const drafts = await apiFetch<Article[]>({
        path: `${ARTICLES}?status=draft,publish&search=hour&orderby=modified`,
      });
      expect(drafts[0]?.title.rendered).toBe('Written for an hour');
    }
  });

  it('rejects with the error response of the host', async () => {
    await expect(apiFetch({ path: '/vendor-kb/v1/nowhere' })).rejects.toEqual({
      code: 'rest_no_route',
      message: expect.any(String),
      data: { status: 404, request_id: expect.any(String) },
    });
    await expect(apiFetch({ path: `${ARTICLES}?page=two` })).rejects.toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { page: expect.any(String) } },
    });
    await expect(apiFetch({ path: ARTICLES, method: 'POST', data: { content: 'Chop.' } })).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['title'] },
    });
    await become(visitor(site.url));
    await expect(write('Nobody')).rejects.toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
    await become(await signedIn(site.host, site.url, 'subscriber'));
    await expect(write('No author')).rejects.toMatchObject({ code: 'rest_forbidden', data: { status: 403 } });
  });

  it('rejects as for an anonymous visitor after the session has ended', async () => {
    const { id } = await write('Ended');
    await person.logOut();
    vi.setSystemTime(MORNING + 25 * HOUR);
    const change = apiFetch({ path: `${ARTICLES}/${id}`, method: 'PUT', data: { title: 'Late' } });
    await expect(change).rejects.toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
  });
});

/** Global defined by the bundle. */
declare const wordpressApiFetch: ApiFetch;

describeInBrowser('@wordpress/api-fetch in a page', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    site = await publishSite();
  });
  afterAll(async () => {
    vi.useRealTimers();
    await site.close();
  });

  it('writes with the session of the login page, even after the nonce expires', async () => {
    const { login, password } = await site.host.createUser('administrator');
    const { page, close } = await openVisitor(browser(), site.url);
    const entry = 'node_modules/@wordpress/api-fetch/build-module/index.mjs';
    await page.addInitScript({ content: await bundleScript(entry, 'wordpressApiFetch') });
    await page.goto('/admin');
    await logIn(page, login, password);
    await page.getByRole('heading', { level: 1 }).waitFor();

    const id = await page.evaluate(async (path) => {
      const nonce = await (await fetch('/api/nonce')).text();
      wordpressApiFetch.use(wordpressApiFetch.createRootURLMiddleware('/api/'));
      wordpressApiFetch.nonceMiddleware = wordpressApiFetch.createNonceMiddleware(nonce);
      wordpressApiFetch.use(wordpressApiFetch.nonceMiddleware);
      wordpressApiFetch.nonceEndpoint = '/api/nonce';
      const article = await wordpressApiFetch<Article>({ path, method: 'POST', data: { title: 'Soup' } });
      return article.id;
    }, ARTICLES);
    vi.setSystemTime(MORNING + 25 * HOUR);
    const [changed, deleted, refused] = await page.evaluate(
      async (path) => [
        await wordpressApiFetch<Article>({ path, method: 'PUT', data: { title: 'Bread', status: 'publish' } }),
        await wordpressApiFetch({ path, method: 'DELETE' }),
        await wordpressApiFetch({ path, method: 'DELETE' }).catch((error: unknown) => error),
      ],
      `${ARTICLES}/${id}`,
    );
    expect(changed).toMatchObject({ id, title: { raw: 'Bread' }, status: 'publish' });
    expect(deleted).toMatchObject({ trashed: true, previous: { id } });
    expect(refused).toMatchObject({ data: { status: 404 } });
    await close();
  });
});
