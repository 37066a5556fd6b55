import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

describe.each(dialects)('dynamic blocks on $name', (dialect) => {
  let kb: KbHost;
  let category: number;
  let reading: number;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
    category = await idOf('kb_manager', '/categories', { name: 'Guides' });
    await article('Open', { tags: ['setup'] });
    await article('Secret', { tags: ['setup'], access_rule: { mode: 'logged_in' } });
    reading = await article('Reading', {
      tags: ['setup'],
      format: 'blocks',
      content:
        '<!-- wp:paragraph --><p>Before</p><!-- /wp:paragraph --><!-- wp:vendor-kb/related-articles {"count":5} /--><!-- wp:vendor-kb/category-posts {"showCount":true} /-->',
    });
  });
  afterAll(() => kb.close());

  async function idOf(as: Role, path: string, body: unknown): Promise<number> {
    const { data } = await kb.call(as, 'POST', path, body);
    return (data as { id: number }).id;
  }

  const article = (title: string, fields: Readonly<Record<string, unknown>> = {}): Promise<number> =>
    idOf('kb_manager', '/articles', {
      title,
      content: `About ${title}.`,
      status: 'publish',
      categories: [category],
      ...fields,
    });

  async function read(as: Role, id = reading) {
    const { data, headers } = await kb.call(as, 'GET', `/articles/${id}`);
    const { content } = data as { content: { rendered: string } };
    return { html: content.rendered, headers };
  }

  describe('for the current reader', () => {
    it('show and count only articles the reader may read', async () => {
      const stranger = await read('anonymous');
      const member = await read('subscriber');
      expect(stranger.html).toContain('>Open</a>');
      expect(stranger.html).not.toContain('Secret');
      expect(stranger.html).toContain('(1)');
      expect(member.html).toContain('>Secret</a>');
      expect(member.html).toContain('(2)');
      // Neither list links to the current article.
      expect(member.html).not.toContain('>Reading</a>');
      expect((await read('anonymous')).html).toBe(stranger.html);
    });

    it('have headings and accessible names', async () => {
      const { html } = await read('anonymous');
      expect(html).toContain(
        '<aside class="wp-block-vendor-kb-related-articles is-layout-list is-columns-2" aria-labelledby="h-related-articles-1">',
      );
      expect(html).toContain('<h2 id="h-related-articles-1" class="kb-block-title">Related articles</h2>');
      expect(html).toContain('View all (1)');
    });

    it('are not stored by shared caches and give each reader a different ETag', async () => {
      const stranger = await read('anonymous');
      const member = await read('subscriber');
      expect(stranger.headers['Cache-Control']).toBe('private, no-store');
      expect(stranger.headers.ETag).not.toBe(member.headers.ETag);
    });

    it('are not in the text for search, lists and excerpts', async () => {
      const stored = await kb.host.db.query
        .selectFrom('kb_articles')
        .select(['text'])
        .where('id', '=', reading)
        .executeTakeFirst();
      expect(stored?.text).toBe('Before');
      const { data } = await kb.call('subscriber', 'GET', '/articles?_fields=id,excerpt');
      expect(JSON.stringify(data)).not.toContain('block:');
    });

    it('may link from an article to itself', async () => {
      const content = (id: number): string =>
        `<!-- wp:vendor-kb/related-articles {"by":"manual","ids":[${id}],"showExcerpt":true,"excludeCurrent":false} /-->`;
      const one = await article('Mirror', { format: 'blocks', content: content(0) });
      await kb.call('kb_manager', 'PATCH', `/articles/${one}`, { content: content(one), format: 'blocks' });
      expect((await read('anonymous', one)).html).toContain('>Mirror</a>');
    });

    it('show nothing or the empty text when there are no articles', async () => {
      const none = await article('Alone', {
        format: 'blocks',
        categories: [],
        content: '<!-- wp:vendor-kb/related-articles /--><!-- wp:vendor-kb/category-posts {"category":999} /-->',
      });
      expect((await read('anonymous', none)).html).toBe('');
      const words = await article('Words', {
        format: 'blocks',
        categories: [],
        content: '<!-- wp:vendor-kb/related-articles {"emptyText":"None & done"} /-->',
      });
      expect((await read('anonymous', words)).html).toContain('<p>None &amp; done</p>');
    });

    it('are filtered by vendor_kb_block_output for each reader and sanitized', async () => {
      const added = kb.host.hooks.addFilter('vendor_kb_block_output', (html, { blockName }, { viewer, article }) =>
        blockName === 'core/paragraph'
          ? `${html}<p onclick="x">${viewer?.login ?? 'nobody'} reads ${article?.title}</p>`
          : html,
      );
      expect((await read('anonymous')).html).toContain('<p>Before</p><p>nobody reads Reading</p>');
      expect((await read('subscriber')).html).toContain(`<p>${kb.users.subscriber.login} reads Reading</p>`);
      added.remove();
      expect((await read('anonymous')).html).not.toContain('reads');
    });

    it('appear on the article page', async () => {
      const { data } = await kb.call('anonymous', 'GET', `/articles/${reading}`);
      const page = await (await kb.host.visit(new URL((data as { link: string }).link).pathname)).text();
      expect(page).toContain('h-related-articles-1');
      expect(page).not.toContain('Secret');
    });

    describe('with pagination', () => {
      let listing: string;
      beforeAll(async () => {
        const shelf = await idOf('kb_manager', '/categories', { name: 'Shelf' });
        for (const title of ['Ash', 'Beech', 'Cedar', 'Dogwood', 'Elm']) await article(title, { categories: [shelf] });
        const list = JSON.stringify({ category: shelf, count: 2, orderBy: 'title', order: 'asc', pagination: true });
        const id = await article('Trees', {
          format: 'blocks',
          categories: [],
          content: `<!-- wp:vendor-kb/category-posts ${list} /--><!-- wp:vendor-kb/category-posts ${list} /-->`,
        });
        const { data } = await kb.call('anonymous', 'GET', `/articles/${id}`);
        listing = new URL((data as { link: string }).link).pathname;
      });

      /** Returns the titles of each list and the pagination below it. */
      async function lists(query = ''): Promise<{ titles: string[]; pages: string; links: string[] }[]> {
        const page = await (await kb.host.visit(`${listing}${query}`)).text();
        return [...page.matchAll(/<section class="wp-block-vendor-kb-category-posts[\s\S]*?<\/section>/g)].map(
          ([html]) => {
            const [before = '', pages = ''] = html.split('<p class="kb-block-pages">');
            return {
              titles: [...before.matchAll(/<li><a[^>]*>([^<]*)/g)].map(([, title]) => String(title)),
              pages: pages.slice(0, pages.indexOf('</p>')).replace(/<[^>]*>/g, ''),
              links: [...pages.matchAll(/href="([^"]*posts-[^"]*)"/g)].map(([, link]) => String(link)),
            };
          },
        );
      }

      it('start with the first page and link to the next', async () => {
        const [first] = await lists();
        expect(first).toEqual({
          titles: ['Ash', 'Beech'],
          pages: 'Page 1 of 3 Next',
          links: [`${listing}?posts-1=2#h-category-posts-1`],
        });
      });

      it('paginate independently, and the last page links back', async () => {
        const [first, second] = await lists('?posts-1=2&posts-2=3');
        expect(first?.titles).toEqual(['Cedar', 'Dogwood']);
        expect(first?.links[0]).toBe(`${listing}?posts-2=3#h-category-posts-1`);
        expect(second).toMatchObject({ titles: ['Elm'], pages: 'Previous Page 3 of 3' });
      });

      it.each([
        '?posts-1=9',
        '?posts-1=0',
        '?posts-1=-1',
        '?posts-1=x',
        '?posts-1=2.5',
        '?posts-1=1e9',
        '?posts-0=2',
        '?posts-1=2&posts-1=3',
      ])('show the first page for %s', async (query) => {
        expect((await lists(query))[0]?.titles).toEqual(['Ash', 'Beech']);
      });
    });
  });
});
