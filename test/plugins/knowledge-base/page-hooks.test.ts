import { definePlugin, type Plugin } from 'mortise';
import { safeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Plugin that adds to every page at every hook, through the public API only. */
function decorator(loaded: string[], wishes: { fault?: boolean }): Plugin {
  const mark = (name: string) => safeHtml(`<i id="${name}"></i>`);
  return definePlugin({
    name: 'acme-pages',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addAction('vendor_kb_before_home', ({ echo }) => echo(mark('before-home')));
      hooks.addAction('vendor_kb_after_home', ({ echo }) => echo(mark('after-home')));
      hooks.addAction('vendor_kb_before_category', ({ slug }, { echo }) => echo(mark(`before-${slug}`)));
      hooks.addAction('vendor_kb_after_category', ({ slug }, { echo }) => echo(mark(`after-${slug}`)));
      hooks.addAction('vendor_kb_before_search', (query, { echo }) => echo(mark(`before-search-${query.length}`)));
      hooks.addAction('vendor_kb_after_search', (query, { echo }) => echo(mark(`after-search-${query.length}`)));
      hooks.addAction('vendor_kb_sidebar_top', ({ path, echo }) => echo(mark(`top-${path}`)));
      hooks.addAction('vendor_kb_sidebar_bottom', ({ path, echo }) => echo(mark(`bottom-${path}`)));
      hooks.addAction('vendor_kb_head', ({ template, echo }) =>
        echo(safeHtml(`<meta name="acme" content="${template}">`)),
      );
      hooks.addAction('vendor_kb_footer', async ({ viewer, echo }) => echo(mark(`foot-${viewer?.login ?? 'nobody'}`)));
      hooks.addAction('vendor_kb_template_loaded', ({ template, path }) => void loaded.push(`${template} ${path}`));
      hooks.addFilter('vendor_kb_template_data', (data, { template }) =>
        template === 'kb/category' ? { name: `${'name' in data ? data.name : ''} & more` } : data,
      );
      hooks.addFilter('vendor_kb_seo', (seo) => ({ ...seo, title: `${seo.title} <Acme>`, robots: null }));
      hooks.addFilter('vendor_kb_json_ld', (data, { path }) => {
        if (wishes.fault) return [{ amount: 7n }];
        return [...data, { '@type': 'BreadcrumbList', name: `</script><x-hostile>${path}` }];
      });
    },
  });
}

describe('page hooks', () => {
  const loaded: string[] = [];
  const wishes: { fault?: boolean } = {};
  let host: TestHost;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), decorator(loaded, wishes)] });
    const as = await host.createUser('administrator');
    const write = async (path: string, body: object) =>
      (await host.request('POST', `/vendor-kb/v1${path}`, { as, body })).data as { id: number };
    const { id } = await write('/categories', { name: 'Guides', slug: 'guides' });
    const common = { status: 'publish', content: 'Text.', categories: [id] };
    await write('/articles', { ...common, title: 'Start', slug: 'start' });
    await write('/articles', { ...common, title: 'Inside', access_rule: { mode: 'nobody', listed: true } });
  });
  afterAll(() => host.close());

  const page = async (path: string, options = {}): Promise<string> => (await host.visit(path, options)).text();
  const idsOf = (html: string): string[] => [...html.matchAll(/<i id="([^"]*)">/g)].map(([, id = '']) => id);

  it('add before and after the content of the home page, which has no sidebar', async () => {
    expect(idsOf(await page('/kb'))).toEqual(['before-home', 'after-home', 'foot-nobody']);
  });

  it('add around categories, searches and the navigation', async () => {
    const around = (path: string, ...own: string[]) => [`top-${path}`, `bottom-${path}`, ...own, 'foot-nobody'];
    expect(idsOf(await page('/kb/guides'))).toEqual(around('guides', 'before-guides', 'after-guides'));
    expect(idsOf(await page('/kb/search'))).toEqual(around('search', 'before-search-0', 'after-search-0'));
    expect(idsOf(await page('/kb/search?q=text'))).toEqual(around('search', 'before-search-4', 'after-search-4'));
    expect(idsOf(await page('/kb/guides/start'))).toEqual(around('guides/start'));
    expect(idsOf(await page('/kb/nothing'))).toEqual(around('nothing'));
    expect(idsOf(await page('/kb/guides/inside'))).toEqual(around('guides/inside'));
  });

  it('receive the current viewer, and add to the head', async () => {
    const as = await host.createUser('subscriber');
    expect(await page('/kb', { as })).toContain(`<i id="foot-${as.login}">`);
    expect((await page('/kb/guides')).split('</head>')[0]).toContain('<meta name="acme" content="kb/category">');
  });

  it('change template data and keep the remaining fields', async () => {
    const html = await page('/kb/guides');
    expect(html).toContain('<h1 dir="auto">Guides &#38; more</h1>');
    expect(html).toContain('/kb/guides/start');
  });

  it('change page titles, but cannot make excluded pages indexable', async () => {
    expect(await page('/kb/guides/start')).toContain('&#60;Acme&#62;');
    expect(await page('/kb/guides/start')).not.toContain('name="robots"');
    expect(await page('/kb/guides/inside')).toContain('<meta name="robots" content="noindex">');
    expect(await page('/kb/search')).toContain('<meta name="robots" content="noindex">');
  });

  it('add structured data that cannot break out of its script element', async () => {
    const html = await page('/kb/guides/start');
    expect(html).not.toContain('<x-hostile>');
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    );
    expect(data).toMatchObject([
      { '@type': 'TechArticle' },
      { '@type': 'BreadcrumbList' },
      { '@type': 'BreadcrumbList', name: '</script><x-hostile>guides/start' },
    ]);
  });

  it('fail the page when structured data cannot be serialized', async () => {
    Object.assign(wishes, { fault: true });
    expect((await host.visit('/kb/guides/start')).status).toBe(500);
    Object.assign(wishes, { fault: false });
  });

  it('report the rendered pages', async () => {
    loaded.length = 0;
    await page('/kb');
    await page('/kb/guides/start');
    expect(loaded).toEqual(['kb/home ', 'kb/article guides/start']);
  });
});
