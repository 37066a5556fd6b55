import { fileURLToPath } from 'node:url';
import { definePlugin, type Plugin } from 'mortise';
import { escapeHtml, safeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIRST = fileURLToPath(new URL('./extending/first/', import.meta.url));

/** Plugin that uses the extension points for pages and search. */
function cookery(): Plugin {
  return definePlugin({
    name: 'acme-cookery',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks, templates, plugin }) {
      const { articles } = plugin('knowledge-base');
      templates.add(new URL('./extending/last/', import.meta.url));
      hooks.addFilter('vendor_kb/template_locations', (locations, template) =>
        template === 'kb/parts/search-form'
          ? [...locations, { path: FIRST, priority: 5, origin: 'acme-cookery' }]
          : locations,
      );
      hooks.addFilter('vendor_kb_search_results', (results, { q }) =>
        results.toSorted((a, b) => Number(b.title.includes(q)) - Number(a.title.includes(q))),
      );
      hooks.addFilter('vendor_kb_nav_tree', (tree, { viewer }) => [
        ...tree,
        {
          kind: 'article',
          title: viewer ? 'My recipes' : 'All recipes',
          link: '/recipes',
          current: false,
          open: false,
          children: [],
        },
      ]);
      hooks.addFilter('vendor_kb_breadcrumbs', (crumbs) => [
        { label: 'Cookery', url: '/cookery', current: false },
        ...crumbs,
      ]);
      hooks.addFilter('vendor_kb_related_articles', async (related, { locale }) => {
        const others = await Promise.all(['basics', 'secret'].map((slug) => articles.byPath(locale, slug)));
        return [...related, ...others.filter((other) => other !== null)];
      });
      hooks.addAction('vendor_kb_before_article_content', ({ title }, { echo }) => {
        echo(safeHtml(`<p class="acme">Cook ${escapeHtml(title)} with us</p>`));
      });
      hooks.addAction('vendor_kb_after_article_content', (_article, { viewer, echo }) => {
        echo(safeHtml(`<p class="acme">${viewer ? `Enjoy, ${escapeHtml(viewer.name)}` : 'Enjoy'}</p>`));
      });
    },
  });
}

describe('extension plugin', () => {
  let host: TestHost;
  beforeAll(async () => {
    // The order of the list does not matter: `requires` decides.
    host = await createTestHost({ plugins: [cookery(), knowledgeBase()] });
    const { id: as } = await host.createUser('administrator');
    for (const [title, status] of [
      ['Basics', 'publish'],
      ['Secret', 'draft'],
      ['Plum dumplings', 'publish'],
      ['Dumplings with plum', 'publish'],
    ]) {
      const body = { title, status, content: `All about ${title}.` };
      expect(await host.request('POST', '/vendor-kb/v1/articles', { as, body })).toMatchObject({ status: 201 });
    }
  });
  afterAll(() => host.close());

  const pageOf = async (path: string): Promise<string> => (await host.visit(path)).text();

  it('orders search results', async () => {
    const titles = async (q: string): Promise<string[]> => {
      const { data } = await host.request('GET', '/vendor-kb/v1/search', { query: { q } });
      return (data as { results: { title: string }[] }).results.map((result) => result.title);
    };
    expect(await titles('Plum')).toEqual(['Plum dumplings', 'Dumplings with plum']);
    expect(await titles('Dumplings')).toEqual(['Dumplings with plum', 'Plum dumplings']);
  });

  it('extends the navigation, the breadcrumbs and the article text', async () => {
    const html = await pageOf('/kb/plum-dumplings');
    expect(html).toMatch(/<a [^>]*href="\/recipes"[^>]*>\s*(?:<bdi>)?All recipes/);
    expect(html).toContain('/cookery');
    expect(html).toContain('<p class="acme">Cook Plum dumplings with us</p>');
    expect(html).toContain('<p class="acme">Enjoy</p>');
  });

  it('receives the current user in its hooks', async () => {
    const reader = await host.createUser('subscriber');
    const html = await (await host.visit('/kb/plum-dumplings', { as: reader })).text();
    expect(html).toContain('My recipes');
    expect(html).toContain(`<p class="acme">Enjoy, ${reader.name}</p>`);
  });

  it('adds related articles, of which only public ones appear, in its own template', async () => {
    const related = /<aside class="acme-related">(.*?)<\/aside>/s.exec(await pageOf('/kb/plum-dumplings'))?.[1] ?? '';
    expect(related).toContain('Basics');
    expect(related).not.toContain('Secret');
  });

  it('overrides all other templates with one of its own', async () => {
    expect(await pageOf('/kb')).toContain('<form class="acme-search" action="/kb/search">');
  });
});
