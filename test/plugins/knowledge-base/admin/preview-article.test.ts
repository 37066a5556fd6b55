import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PREVIEW = '/admin/kb/articles/preview';
const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

describe('article preview', () => {
  let host: TestHost;
  let admin: { id: number };
  let author: { id: number };
  let birds: number;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    admin = await host.createUser('administrator');
    author = await host.createUser('author');
    const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as: admin.id, body: { name: 'Birds' } });
    birds = (data as { id: number }).id;
  });
  afterAll(() => host.close());

  async function write(body: object, as = admin): Promise<number> {
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', {
      as: as.id,
      body: { title: 'Marsh birds', content: paragraph('Reeds sway.'), format: 'blocks', ...body },
    });
    return (data as { id: number }).id;
  }

  interface PreviewResponse {
    readonly id?: number;
    readonly as?: string;
    readonly title?: string;
    readonly content?: string;
    readonly fields?: object;
    readonly by?: { id: number };
  }

  async function preview({ id, as = '', by = admin, ...written }: PreviewResponse): Promise<Response> {
    const draft = { title: 'Herons', content: paragraph('They wade.'), fields: {}, ...written };
    const fields = { id: id ?? '', as, draft: JSON.stringify(draft) };
    return host.submit(PREVIEW, 'preview', fields, { as: by });
  }

  it('shows the draft in the page of the site and stores nothing', async () => {
    const id = await write({ categories: [birds] });
    const page = await preview({ id, content: paragraph('They wade &amp; wait.'), fields: { tags: ['legs'] } });
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('<h1 dir="auto">Herons</h1>');
    expect(html).toContain('They wade &amp; wait.');
    expect(html).toContain('legs');
    expect(html).toContain('Not saved and not visible to readers yet.');
    expect(html).not.toContain('Reeds sway.');
    const { data } = await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: admin.id });
    expect(data).toMatchObject({ title: { rendered: 'Marsh birds' }, status: 'draft', version: 1 });
    expect((data as { content: { rendered: string } }).content.rendered).toContain('Reeds sway.');
  });

  it('shows an article that was never saved', async () => {
    const html = await (await preview({})).text();
    expect(html).toContain('<h1 dir="auto">Herons</h1>');
    expect(html).toContain('They wade.');
  });

  it('forbids caching, indexing and framing', async () => {
    const { headers } = await preview({});
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('does not change the published article or its teaser, for any selected reader', async () => {
    const id = await write({ status: 'publish', access_rule: { mode: 'logged_in', teaser: 'words' } });
    for (const as of ['', 'visitor', 'account']) await preview({ id, as, content: paragraph('Not yet.') });
    const { data } = await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: admin.id });
    expect(JSON.stringify(data)).not.toContain('Not yet.');
    const { data: teaser } = await host.request('GET', `/vendor-kb/v1/articles/${id}`);
    expect(JSON.stringify(teaser)).toContain('Reeds');
    expect(JSON.stringify(teaser)).not.toContain('Not yet.');
  });

  it('reports content that cannot be saved and shows the rest', async () => {
    const content = `${paragraph('They wade.')}<!-- wp:vendor-kb/related-articles {"count":"many"} /-->`;
    const html = await (await preview({ content })).text();
    expect(html).toContain('This text can’t be saved');
    expect(html).toContain('They wade.');
  });

  it('removes scripts and event handlers', async () => {
    const content = '<!-- wp:html -->\n<p onclick="x()">Hm<script>x()</script></p>\n<!-- /wp:html -->';
    const html = await (await preview({ content })).text();
    expect(html).toContain('Hm');
    expect(html).not.toMatch(/onclick|x\(\)/);
  });

  it('requires the permission to edit the article', async () => {
    const id = await write({});
    expect((await preview({ id, by: author })).status).toBe(403);
    expect((await preview({ id: 987_654 })).status).toBe(404);
    expect((await preview({ by: await host.createUser('subscriber') })).status).toBe(403);
    expect((await host.visit(`${PREVIEW}?id=${id}`, { as: author })).status).toBe(403);
    expect((await host.visit(`${PREVIEW}?id=${id}`)).status).toBe(302);
  });

  it('returns 422 for a malformed draft', async () => {
    const answer = await host.submit(PREVIEW, 'preview', { id: '', as: '', draft: '{' }, { as: admin });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('The preview has no text');
  });

  it('shows the stored text on GET and in place of an invalid draft', async () => {
    const id = await write({});
    expect(await (await host.visit(`${PREVIEW}?id=${id}`, { as: admin })).text()).toContain('Reeds sway.');
    const refused = await preview({ id, fields: { categories: [987_654] } });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toContain('Category 987654 does not exist.');
    expect(html).toContain('Reeds sway.');
  });

  it('does not reveal a restricted category', async () => {
    const body = { name: 'Layoffs', access_rule: { mode: 'roles', roles: ['administrator'] } };
    const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as: admin.id, body });
    const closed = (data as { id: number }).id;
    const id = await write({}, author);
    for (const category of [closed, 987_654]) {
      const answer = await preview({ id, by: author, fields: { categories: [category] } });
      const html = await answer.text();
      expect([answer.status, html.includes(`Category ${category} does not exist.`)]).toEqual([400, true]);
      expect(html).not.toContain('ayoffs');
    }
    expect((await preview({ id, fields: { categories: [closed] } })).status).toBe(200);
  });

  describe('as a selected reader', () => {
    it('lists only articles visible to the reader in dynamic blocks', async () => {
      await write({ title: 'Open water', status: 'publish', categories: [birds] });
      await write({
        title: 'Secret nests',
        status: 'publish',
        categories: [birds],
        access_rule: { mode: 'roles', roles: ['editor'] },
      });
      const content = `<!-- wp:vendor-kb/category-posts {"category":${birds}} /-->`;
      const seenBy = async (as: string): Promise<string> => (await preview({ as, content })).text();
      expect(await seenBy('')).toContain('Secret nests');
      expect(await seenBy('role:editor')).toContain('Secret nests');
      for (const as of ['visitor', 'account', 'role:subscriber']) {
        expect([as, (await seenBy(as)).includes('Open water')]).toEqual([as, true]);
        expect([as, (await seenBy(as)).includes('Secret nests')]).toEqual([as, false]);
      }
    });

    it('shows the restricted or missing page to a reader without access', async () => {
      const id = await write({ access_rule: { mode: 'logged_in', teaser: 'words', teaser_words: 2 } });
      const content = paragraph('They wade very slowly.');
      const stranger = await (await preview({ id, as: 'visitor', content })).text();
      expect(stranger).toContain('Sign in to view this.');
      expect(stranger).toContain('They wade');
      expect(stranger).not.toContain('slowly');
      expect(await (await preview({ id, as: 'account', content })).text()).toContain('slowly');
      const hidden = await write({ access_rule: { mode: 'nobody' } });
      expect(await (await preview({ id: hidden, as: 'account', content })).text()).toContain(
        'They get a “Page not found” page instead.',
      );
    });

    it('applies an unsaved access rule', async () => {
      const fields = { access_rule: { mode: 'roles', roles: ['editor'], listed: true, message: 'Ask *us*.' } };
      const content = paragraph('They wade very slowly.');
      const stranger = await (await preview({ as: 'visitor', content, fields })).text();
      expect(stranger).toContain('Ask <em>us</em>.');
      expect(stranger).not.toContain('slowly');
      expect(await (await preview({ as: 'role:editor', content, fields })).text()).toContain('slowly');
    });

    it.each([
      ['password', { mode: 'password', password: 'open sesame' }],
      ['chosen', { mode: 'users', users: [1] }],
      ['capability', { mode: 'capability', capability: 'manage_options' }],
    ])(
      'shows the article to a reader who meets its rule (%s), but no other article with an equal rule',
      async (as, rule) => {
        const content = `${paragraph('They wade.')}<!-- wp:vendor-kb/category-posts {"category":${birds},"count":50} /-->`;
        const other = { title: `Other ${as}`, status: 'publish', categories: [birds], access_rule: rule };
        await write(other);
        const stored = await write({ access_rule: { ...rule, listed: true }, content });
        const seen = async (id: number | undefined, by: { id: number }, reader: string): Promise<boolean[]> => {
          const fields = id === undefined ? { access_rule: rule } : {};
          const text = await (
            await preview({ ...(id === undefined ? {} : { id }), by, as: reader, content, fields })
          ).text();
          return [text.includes('They wade.'), text.includes(`Other ${as}`)];
        };
        expect(await seen(stored, admin, as)).toEqual([true, false]);
        expect(await seen(undefined, author, as)).toEqual([true, false]);
        for (const reader of ['visitor', 'account', 'password', 'chosen', 'capability'].filter((one) => one !== as)) {
          expect([reader, await seen(stored, admin, reader)]).toEqual([reader, [false, false]]);
        }
      },
    );

    it('shows an article restricted by its category only to readers the category rule allows', async () => {
      const body = { name: 'Nests', access_rule: { mode: 'password', password: 'open sesame' } };
      const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as: admin.id, body });
      const id = await write({ categories: [(data as { id: number }).id] });
      expect(await (await preview({ id, as: 'password' })).text()).toContain('They wade.');
      expect(await (await preview({ id, as: 'chosen' })).text()).not.toContain('They wade.');
    });

    it('rejects roles with more permissions than the user', async () => {
      const manager = await host.createUser('kb_manager');
      const statusOf = async (as: string, by: { id: number }): Promise<number> => (await preview({ as, by })).status;
      for (const role of ['administrator', 'editor', 'subscriber', 'no-such']) {
        expect([role, await statusOf(`role:${role}`, author)]).toEqual([role, 403]);
      }
      expect(await statusOf('role:author', author)).toBe(200);
      expect(await statusOf('visitor', author)).toBe(200);
      expect(await statusOf('role:subscriber', manager)).toBe(200);
      expect(await statusOf('role:administrator', manager)).toBe(403);
    });
  });
});
