import request, { type Response, Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { dialects } from '../support/databases.js';
import { sendBytes, withPath } from '../support/exact-bytes.js';
import { type KbHost, openKbHost } from './knowledge-base-host.js';

const API = '/api/vendor-kb/v1';

/** Texts that try to break out of their context. */
const HOSTILE: [name: string, text: string][] = [
  ['SQL that ends the statement', `'); DROP TABLE posts; --`],
  ['SQL that is always true', `' OR '1'='1`],
  ['SQL with a backslash', `\\' OR 1=1 #`],
  ['SQL comments', '/**/UNION/**/SELECT/**/password_hash/**/FROM/**/users--'],
  ['wildcards', '%_%[a]*?'],
  ['a script', '<script>alert(1)</script>'],
  ['an event handler', '"><img src=x onerror=alert(1)>'],
  ['an attribute that ends', `' autofocus onfocus='alert(1)`],
  ['SVG', '<svg/onload=alert(1)>'],
  ['a script in disguise', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['template code', '<%= it.secret %>{{7*7}}#{7*7}`$' + '{7*7}`'],
  ['a format string', '%s%n%x{0}$&$1$$'],
  ['a line break in a header', 'x\r\nSet-Cookie: stolen=1'],
  ['control characters', '\u0001\u0008\u001b[31mred\u007f'],
  ['emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇨🇿'],
  ['right to left', 'مرحبا ‮gnp.exe‬ שלום'],
  ['combining marks', `Z̴a̷l${'\u0334'.repeat(40)}go`],
  ['names of object members', '__proto__'],
  ['the constructor', 'constructor'],
  ['a path', '../../../../etc/passwd'],
];

/** Tags that contain the submitted text. Quoted attribute values are data and are ignored. */
function activeIn(html: string): string[] {
  const bare = html.replace(/="[^"]*"/g, '=""');
  return bare.match(/<script>alert|<img src=x|<svg\/onload|<[a-z][^>]*\s(?:on[a-z]+|autofocus)[\s=>][^>]*>?/gi) ?? [];
}

describe.each(dialects)('invalid input on $name', (dialect) => {
  let kb: KbHost;
  let site: string;
  let admin: { Authorization: string };

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    for (const key of ['acme_deep', 'acme_note'])
      kb.host.plugin('knowledge-base').metaKeys.register(key, { schema: {}, title: key });
    site = await kb.host.listen();
    const { id, login } = kb.users.administrator;
    const { password } = await kb.host.applicationPasswords.create(id, { name: 'Test' });
    admin = basic(login, password);
  });
  afterAll(() => kb?.close());

  const post = (path: string, json: object) => request(site).post(`${API}${path}`).set(admin).send(json);
  const postText = (path: string, raw: string, type = 'application/json') =>
    request(site)
      .post(API + path)
      .set(admin)
      .type(type)
      .send(raw);
  const get = (path: string) => request(site).get(API + path);

  function expectError(answer: Response, status: number, code?: string): void {
    expect({ status: answer.status, data: answer.body }).toMatchObject({
      status,
      data: { code: code ?? expect.stringMatching(/^(rest|vendor_kb)_/), data: { status } },
    });
  }

  /** Checks that the host still responds. */
  async function expectHealthy(): Promise<void> {
    expect((await get('/articles?per_page=1')).status).toBe(200);
    expect((await request(site).get('/kb')).status).toBe(200);
  }

  describe('request body validation', () => {
    it.each([
      ['a broken object', '{"title": '],
      ['a comma too many', '{"title": "x",}'],
      ['single quotes', "{'title': 'x'}"],
      ['a bare word', 'title'],
      ['NaN', '{"title": NaN}'],
      ['a comment', '{"title": "x"} // done'],
      ['two values', '{"title":"x"}{"title":"y"}'],
      ['a raw line break in a text', '{"title": "a\nb"}'],
      ['HTML', '<html></html>'],
      ['blanks alone', '   '],
    ])('rejects invalid JSON: %s', async (_, text) => {
      expectError(await postText('/articles', text), 400, 'rest_invalid_json');
    });

    it('rejects bytes that are not UTF-8', async () => {
      const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]);
      const sent = request(site).post(`${API}/articles`).set(admin).type('json');
      expectError(await sendBytes(sent, bytes), 400, 'rest_invalid_json');
    });

    it('ignores a byte order mark', async () => {
      expect((await postText('/articles', '\ufeff{"title":"With a mark"}')).status).toBe(201);
    });

    it.each(['null', '[]', '"title"', '7', 'true', '[{"title":"x"}]', ''])(
      'rejects the JSON value %s as an article',
      async (text) => {
        expectError(await postText('/articles', text), 400, 'rest_missing_callback_param');
      },
    );

    it('uses the last of two members with the same name', async () => {
      const { body: data } = await postText('/articles', '{"title":"first","title":"second"}');
      expect(data).toMatchObject({ title: { raw: 'second' } });
    });

    it.each(['title', 'content', 'slug', 'status', 'excerpt', 'locale', 'format'])(
      'rejects a %s that is not a string',
      async (name) => {
        for (const value of [7, true, null, {}, [], ['x'], { toString: 'x' }]) {
          expectError(await post('/articles', { title: 'x', [name]: value }), 400, 'rest_invalid_param');
        }
      },
    );

    it.each([
      ['categories', ['x']],
      ['categories', [1.5]],
      ['categories', [-1]],
      ['categories', { 0: 1 }],
      ['categories', [[1]]],
      ['categories', [null]],
      ['tags', [7]],
      ['tags', [{}]],
      ['tags', ['']],
      ['tags', { a: 'b' }],
      ['order', 'first'],
      ['order', 1.5],
      ['order', 1e300],
      ['order', '1e3'],
      ['sticky', 'maybe'],
      ['meta', []],
      ['meta', 'x'],
    ])('rejects %s with the value %j', async (name, value) => {
      expectError(await post('/articles', { title: 'x', [name]: value }), 400, 'rest_invalid_param');
    });

    it('rejects a body over the limit before parsing it, with or without a content length', async () => {
      const huge = `{"title":"x","content":"${'x'.repeat(2 * 1024 * 1024)}"}`;
      expectError(await postText('/articles', huge), 413, 'rest_body_too_large');
      const chunked = request(site).post(`${API}/articles`).set(admin).type('json');
      chunked.write(huge);
      const unannounced = await chunked.catch((error: NodeJS.ErrnoException) => error.code);
      // A client that is still writing may see the closed connection before the response.
      if (typeof unannounced === 'object') expectError(unannounced, 413, 'rest_body_too_large');
      else expect(unannounced).toMatch(/^(EPIPE|ECONNRESET)$/);
      const category = `{"name":"x","description":"${'x'.repeat(1024 * 1024)}"}`;
      expectError(await postText('/categories', category), 413, 'rest_body_too_large');
      await expectHealthy();
    });

    it('stores an article just below the limit in full', async () => {
      const content = 'word '.repeat(380_000);
      const created = await post('/articles', { title: 'A long one', content });
      expect(created.status).toBe(201);
      const { id } = created.body as { id: number };
      const { body: data } = await request(site)
        .get(`${API}/articles/${id}?context=edit&_fields=content.raw`)
        .set(admin);
      expect((data as { content: { raw: string } }).content.raw).toBe(content);
    });

    it.each([513, 5_000, 100_000])('rejects JSON nested %d levels deep', async (depth) => {
      const deep = `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
      expectError(await postText('/articles', `{"title":"x","meta":{"deep":${deep}}}`), 400, 'rest_invalid_json');
      await expectHealthy();
    });

    it('stores nesting within the limit', async () => {
      let deep: unknown = 'bottom';
      for (let depth = 0; depth < 100; depth += 1) deep = [deep];
      const created = await post('/articles', { title: 'Deep', meta: { acme_deep: deep } });
      expect(created.body).toMatchObject({ meta: { acme_deep: deep } });
    });

    it('survives deeply nested Markdown', async () => {
      for (const content of [
        '> '.repeat(5_000),
        '- '.repeat(2_000),
        '['.repeat(20_000),
        '*'.repeat(20_000),
        '<b>'.repeat(5_000),
      ]) {
        const created = await post('/articles', { title: 'Deep', content });
        expect([201, 400]).toContain(created.status);
      }
      await expectHealthy();
    });

    it('rejects ten thousand tags and a tag that is too long', async () => {
      const tags = Array.from({ length: 10_000 }, (_, index) => `tag ${index}`);
      expectError(await post('/articles', { title: 'x', tags }), 400, 'rest_invalid_param');
      expectError(await post('/articles', { title: 'x', tags: ['x'.repeat(101)] }), 400, 'rest_invalid_param');
    });

    it('stores tags that grow when case-folded, and removes equivalent ones', async () => {
      const tags = ['İ'.repeat(95), 'é', 'e\u0301', 'É', ' é ', 'ß', 'SS', 'ﬀ', '🏷️'];
      const created = await post('/articles', { title: 'Tags', tags });
      expect(created).toMatchObject({ status: 201, body: { tags: ['İ'.repeat(95), 'é', 'ß', 'SS', 'ﬀ', '🏷️'] } });
    });

    it('rejects a tag whose key is too long to store', async () => {
      expectError(await post('/articles', { title: 'x', tags: ['İ'.repeat(100)] }), 400, 'vendor_kb_invalid_param');
    });

    it('ignores or rejects members named like those of object prototypes', async () => {
      const created = await postText(
        '/articles',
        '{"title":"x","__proto__":{"status":"publish"},"meta":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
      );
      expect(created).toMatchObject({ status: 201, body: { status: 'draft' } });
      expectError(await post('/articles', { title: 'x', meta: { toString: 1 } }), 400, 'vendor_kb_invalid_param');
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
        expectError(await post('/articles', { title: 'x', [name]: 1 }), 400, 'rest_invalid_param');
      }
      const form = await postText(
        '/articles',
        '__proto__[status]=publish&title=x',
        'application/x-www-form-urlencoded',
      );
      expect(form).toMatchObject({ status: 201, body: { status: 'draft' } });
    });

    it('returns lone surrogates as they are stored', async () => {
      const created = await postText('/articles', '{"title":"a\\ud800b","content":"\\udfff end","tags":["\\ud83d"]}');
      expect(created.status).toBe(201);
      const { id, title, tags } = created.body as { id: number; title: { raw: string }; tags: string[] };
      const { body: data } = await request(site).get(`${API}/articles/${id}?context=edit`).set(admin);
      expect(data).toMatchObject({ title, tags, content: { raw: '\ufffd end' } });
    });
  });

  describe('text validation', () => {
    it.each(HOSTILE)('stores %s in every field of an article and renders it inert', async (_, text) => {
      const category = await kb.category({ name: `Name ${text}`, description: text, icon: text.slice(0, 50) });
      const created = await post('/articles', {
        title: `Title ${text}`,
        content: `Body ${text}`,
        excerpt: `Excerpt ${text}`,
        tags: [`Tag ${text}`.trim()],
        categories: [category],
        status: 'publish',
        meta: { acme_note: text },
      });
      expect(created.status).toBe(201);
      const { id, link } = created.body as { id: number; link: string };

      const read = await request(site).get(`${API}/articles/${id}?context=edit`).set(admin);
      expect(read.body).toMatchObject({
        title: { raw: `Title ${text}`.trim() },
        content: { raw: `Body ${text}` },
        meta: { acme_note: text },
      });
      const { title, content, excerpt } = read.body as Record<'title' | 'content' | 'excerpt', { rendered: string }>;
      for (const html of [title.rendered, content.rendered, excerpt.rendered]) expect(activeIn(html)).toEqual([]);

      const page = await request(site).get(new URL(link).pathname);
      expect(page.status).toBe(200);
      expect(activeIn(page.text)).toEqual([]);
      expect(page.headers).not.toHaveProperty('set-cookie');
      const categoryPage = await request(site).get(new URL(link).pathname.replace(/\/[^/]+$/, ''));
      expect(categoryPage.status).toBe(200);
      expect(activeIn(categoryPage.text)).toEqual([]);
    });

    it.each(HOSTILE)('treats %s as plain text in every query', async (_, text) => {
      const value = encodeURIComponent(text);
      const total = Number((await get('/articles')).headers['x-cms-total']);
      for (const query of [`search=${value}`, `tag=${value}`, `category=${value}`, `locale=${value}`]) {
        const answer = await get(`/articles?${query}`);
        expect([query, answer.status]).toEqual([query, 200]);
        expect([query, Number(answer.headers['x-cms-total']) < total]).toEqual([query, true]);
      }
      for (const query of [
        `orderby=${value}`,
        `order=${value}`,
        `status=${value}`,
        `after=${value}`,
        `author=${value}`,
      ]) {
        expectError(await get(`/articles?${query}`), 400, 'rest_invalid_param');
      }
      expect((await get(`/articles?_fields=${value}`)).body).toBeInstanceOf(Array);
      const found = await get(`/search?q=${value}`);
      expect(found.status).toBe(200);
      for (const { highlights } of (found.body as { results: { highlights: { fragments: { html: string }[] }[] }[] })
        .results) {
        for (const { html } of highlights.flatMap(({ fragments }) => fragments)) {
          expect(html.replaceAll(/<\/?mark>/g, '')).not.toContain('<');
        }
      }
      expect((await get(`/search/suggestions?q=${encodeURIComponent([...text].slice(0, 60).join(''))}`)).status).toBe(
        200,
      );
      const page = await request(site).get(`/kb/search?q=${value}`);
      expect(page.status).toBe(200);
      expect(activeIn(page.text)).toEqual([]);
    });

    it.each(HOSTILE)('rejects or sanitizes %s as a slug', async (_, text) => {
      const created = await post('/articles', { title: 'x', slug: text });
      if (created.status === 201) {
        expect((created.body as { slug: string }).slug).toMatch(/^[\p{L}\p{M}\p{N}._-]+$/u);
      } else expectError(created, 400);
    });

    it('rejects the NUL character in every query and field except metadata', async () => {
      const text = 'before\u0000after';
      for (const [name, value] of Object.entries({
        title: text,
        content: text,
        excerpt: text,
        slug: text,
        tags: [text],
      })) {
        expectError(await post('/articles', { title: 'x', [name]: value }), 400, 'rest_invalid_param');
      }
      expectError(await post('/categories', { name: 'x', description: text }), 400, 'rest_invalid_param');
      for (const query of ['search', 'tag', 'category', 'locale']) {
        expectError(await get(`/articles?${query}=a%00b`), 400, 'rest_invalid_param');
      }
      expectError(await get('/search?q=a%00b'), 400);
      expectError(await get('/search/suggestions?q=a%00b'), 400);
      expect((await request(site).get('/kb/search?q=a%00b')).status).toBeLessThan(500);
      const created = await post('/articles', { title: 'x', meta: { acme_note: text } });
      expect(created.body).toMatchObject({ meta: { acme_note: text } });
    });

    it('stores long texts in full or rejects them', async () => {
      for (const length of [191, 192, 1_000, 100_000]) {
        const slug = 'ä'.repeat(length);
        const created = await post('/articles', { title: 'Long slug', slug });
        if (length <= 191) expect(created).toMatchObject({ status: 201, body: { slug } });
        else expectError(created, 400);
      }
      const name = '漢'.repeat(200);
      expect(await post('/categories', { name })).toMatchObject({ status: 201, body: { name } });
      expectError(await post('/categories', { name: `${name}漢` }), 400, 'rest_invalid_param');
      expectError(await post('/categories', { name: 'x', icon: 'i'.repeat(51) }), 400, 'rest_invalid_param');
      expectError(await post('/articles', { title: 'x', excerpt: 'e'.repeat(1_001) }), 400, 'rest_invalid_param');
    });

    it('renders pages for titles of 200 astral characters', async () => {
      for (const title of ['𠜎'.repeat(200), '𝒳'.repeat(200), 'ﷺ'.repeat(200)]) {
        const created = await post('/articles', { title, status: 'publish' });
        expect(created.status).toBe(201);
        const { link } = created.body as { link: string };
        expect((await request(site).get(new URL(link).pathname)).status).toBe(200);
      }
    });

    it('leaves the site healthy', expectHealthy);
  });

  describe('query parameter validation', () => {
    it.each([
      'page=1e9',
      'page=1000000000',
      'page=99999999999999999999999',
      'page=-1',
      'page=0',
      'page=1.5',
      'page=0x1',
      'page=%201%200',
      'page=١',
      'per_page=1e2',
      'per_page=-10',
      'offset=-1',
      'offset=99999999999999999999',
      'page=1&page=2',
      'page[]=1',
      'page[a]=1',
      'per_page=1&per_page=100',
      'include=a',
      'include=1,2,x',
      'include[a]=1',
      `include=${Array.from({ length: 101 }, (_, index) => index + 1).join(',')}`,
      'search[]=x',
      'search=a&search=b',
      'status[]=publish&status[]=secret',
      'context=view&context=edit',
      'author=99999999999999999999',
      'after=0000-99-99T00:00:00Z',
    ])('rejects ?%s with a client error', async (query) => {
      const path = encodeURI(`${API}/articles?${query}`).replace(/%25/g, '%');
      const answer = await request(site).get(path);
      expectError(answer, 400);
    });

    it('accepts queries with many or deeply nested parameters', async () => {
      const query = Array.from({ length: 1_500 }, (_, index) => `a${index}=1`).join('&');
      expect((await get(`/articles?${query}`)).status).toBe(200);
      expect((await get(`/articles?a${'[a]'.repeat(500)}=1`)).status).toBe(200);
      expect((await get('/articles?__proto__[page]=99&constructor[prototype][page]=99')).status).toBe(200);
      expect((await get('/articles?&&&=&=x&%&%zz=%zz')).status).toBe(200);
    });

    it('escapes header and link delimiters in pagination links', async () => {
      await kb.article();
      await kb.article();
      const { headers } = await get('/articles?per_page=1&x=%3E%22%0D%0Aevil:1&%3E%0A=1');
      expect(headers.link).not.toMatch(/[\r\n]/);
      expect(headers).not.toHaveProperty('evil');
      for (const link of String(headers.link).matchAll(/<([^>]*)>;/g)) expect(URL.canParse(link[1] ?? '')).toBe(true);
    });
  });

  describe('path validation', () => {
    it.each(['0', '99999999999999999999', '9007199254740993'])('rejects the ID %s or does not find it', async (id) => {
      for (const path of [`/articles/${id}`, `/categories/${id}`, `/categories/${id}/articles`]) {
        const answer = await get(path);
        expect([400, 404]).toContain(answer.status);
        expectError(answer, answer.status);
      }
    });

    it.each([
      '/articles/-1',
      '/articles/1.0',
      '/articles/+1',
      '/articles/0x1',
      '/articles/1e0',
      '/articles/%31%00',
      '/articles/١',
      '/articles/1;2',
      '/articles/1%2C2',
      '/articles/1%2F..%2F2',
      '/articles/..%2F..',
      '/articles/../articles/1',
      '/articles/%2e%2e/articles',
      '/articles/%zz',
      '/articles/%',
      '/articles/%c0%ae',
      '/articles/%ed%a0%80',
      '/articles/undefined',
      '/articles/NaN',
      '/articles/null',
      '/articles/[object Object]',
      '/articles/1/',
      '/articles/1/2/3',
      '/__proto__',
      '/constructor',
      '/articles/__proto__',
      `/articles/${'1'.repeat(5_000)}`,
      `/${'a/'.repeat(2_000)}`,
      '/articles/slug:',
      '/articles/slug:%00',
      '/articles/slug:..%2F..%2Fetc%2Fpasswd',
      "/articles/slug:'%20OR%201=1",
      `/articles/slug:${'x'.repeat(5_000)}`,
    ])('returns 400 or 404 for %s', async (path) => {
      const answer = await request(site).get(API + path.replaceAll(' ', '%20').replaceAll('١', '%D9%A1'));
      expect([400, 404]).toContain(answer.status);
      expectError(answer, answer.status);
    });

    it('decodes an escaped letter', async () => {
      const id = await kb.article();
      expect((await get(`/%61rticles/%3${String(id)[0]}${String(id).slice(1)}`)).body).toMatchObject({ id });
    });

    it.each([
      '/kb/%zz',
      '/kb/%',
      '/kb/%00',
      '/kb/..%2f..%2fetc%2fpasswd',
      '/kb/../../etc/passwd',
      '/kb/%2e%2e/%2e%2e/etc/passwd',
      '/kb/__proto__',
      '/kb/constructor',
      `/kb/${'a/'.repeat(1_000)}`,
      `/kb/${'x'.repeat(5_000)}`,
      "/kb/'%20OR%201=1--",
      '/kb/<script>alert(1)</script>',
      '/_mortise/x/core/..%2f..%2f..%2fpackage.json',
      '/_mortise/x/core/../../../package.json',
      '/_mortise/%zz',
      '/admin/%zz',
    ])('returns 400 or 404 for the page %s', async (path) => {
      const { status, text } = await withPath(request(site).get('/'), path);
      expect([400, 404]).toContain(status);
      expect(activeIn(text)).toEqual([]);
      expect(text).not.toMatch(/root:x:0|"dependencies"|at .*\.ts:\d+/);
    });

    it('redirects anonymous visitors of URLs below /admin to the login, existing or not', async () => {
      for (const path of ['/admin/..%2f', '/admin/users', '/admin/nowhere']) {
        const { status, headers } = await request(site).get(path);
        expect([path, status]).toEqual([path, 302]);
        expect(headers.location).toMatch(/^\/admin\/login\?redirect_to=%2Fadmin/);
      }
    });

    it('never redirects to a URL that browsers resolve to another site', async () => {
      for (const path of [
        '//evil.example/kb',
        '/kb//evil.example',
        '/\\evil.example',
        '/kb/%0d%0aLocation:%20//evil.example',
      ]) {
        const { headers } = await withPath(request(site).get('/'), path);
        expect(headers.location ?? '').not.toMatch(/^(?:\/\/|\/\\|https?:\/\/evil)/);
      }
    });

    it('rejects unknown methods and keeps running', async () => {
      for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'LINK']) {
        const answer = await new Test(site, method, `${API}/articles`);
        expectError(answer, 404, 'rest_no_route');
        expect((await new Test(site, method, '/kb')).status).toBeGreaterThanOrEqual(400);
      }
      await expectHealthy();
    });
  });

  describe('page form validation', () => {
    it.each([
      ['JSON', '{"login":"x"}', 'application/json'],
      ['nested fields', 'login[a]=x&password[]=y&nonce[]=z', 'application/x-www-form-urlencoded'],
      ['broken escapes', 'login=%zz&password=%', 'application/x-www-form-urlencoded'],
      ['nothing', '', 'application/x-www-form-urlencoded'],
      ['broken JSON', '{', 'application/json'],
      ['bytes', '\u0000\u0001', 'application/octet-stream'],
    ])('rejects a login form with %s and responds with HTML', async (_, raw, type) => {
      const answer = await request(site).post('/admin/login').type(type).send(raw);
      expect([400, 403]).toContain(answer.status);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
    });

    it('returns 413 for a login form over a megabyte', async () => {
      const answer = await request(site)
        .post('/admin/login')
        .type('form')
        .send(`login=${'x'.repeat(1024 * 1024 + 1)}`);
      expect(answer.status).toBe(413);
    });
  });
});
