import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import {
  GUIDE_ARTICLES,
  importDemonstration,
  type PublishedSite,
  publishFieldGuide,
  publishSite,
} from '../support/published-site.js';

describeInBrowser('knowledge base pages', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await publishSite();
    await importDemonstration(site);
    await publishFieldGuide(site);
  });
  afterAll(() => site.close());

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    let visitor: Visitor;
    let page: Page;
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url, { javaScriptEnabled });
      page = visitor.page;
    });
    afterAll(() => visitor.close());
    afterEach(() => expect(visitor.faults).toEqual([]));

    it('list every category on the home page with its first articles and their count', async () => {
      await page.goto('/kb');
      expect(await page.locator('h1').textContent()).toBe('Knowledge base');
      const card = page.locator('.kb-card', { hasText: 'Field guide' });
      expect(await card.locator('p').allTextContents()).toEqual(['Birds, one by one.', `${GUIDE_ARTICLES} articles`]);
      expect(await card.locator('li').allTextContents()).toEqual(['Bird 1', 'Bird 2', 'Bird 3', 'Bird 4', 'Bird 5']);
      expect(await page.locator('.kb-card').count()).toBe(2);
    });

    it('link from the home page to a category, an article, the next one and back', async () => {
      await page.goto('/kb');
      await page.getByRole('main').getByRole('link', { name: 'Field guide' }).click();
      expect(new URL(page.url()).pathname).toBe('/kb/field-guide');
      await page.getByRole('main').getByRole('heading', { name: 'Bird 2', exact: true }).getByRole('link').click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Bird 2');
      await page.locator('a[rel=next]').click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Bird 3');
      await page.locator('a[rel=prev]').click();
      expect(new URL(page.url()).pathname).toBe('/kb/field-guide/bird-2');
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
      expect((await crumbs.locator('li').allTextContents()).map((text) => text.trim())).toEqual([
        'Knowledge base',
        'Field guide',
        'Bird 2',
      ]);
      await crumbs.getByRole('link', { name: 'Field guide' }).click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Field guide');
    });

    it('paginate the articles of a category', async () => {
      await page.goto('/kb/field-guide');
      await page.getByRole('link', { name: 'Page 3' }).click();
      await expect
        .poll(() => page.locator('.kb-list h3').allTextContents())
        .toEqual(['Bird 41', 'Bird 42', 'Bird 43', 'Bird 44', 'Bird 45']);
      expect(await page.locator('.kb-pagination [aria-current=page]').textContent()).toBe('3');
      await page.locator('.kb-pagination').getByRole('link', { name: 'Previous' }).click();
      await expect.poll(() => page.locator('.kb-list h3').first().textContent()).toBe('Bird 21');
    });

    it('have a table of contents that links to the headings', async () => {
      await page.goto('/kb/field-guide/bird-7');
      const contents = page.getByRole('navigation', { name: 'On this page' });
      expect(await contents.getByRole('link').allTextContents()).toEqual([
        'Where it lives',
        'How to call it',
        'By name',
      ]);
      await contents.getByRole('link', { name: 'How to call it' }).click();
      const heading = page.getByRole('heading', { name: 'How to call it' });
      expect(await heading.getAttribute('id')).toBe(decodeURIComponent(new URL(page.url()).hash.slice(1)));
      expect((await heading.boundingBox())?.y).toBeLessThan(300);
    });

    it('list related articles, but never the article itself', async () => {
      await page.goto('/kb/field-guide/bird-7');
      const related = page.getByRole('region', { name: 'Related articles' }).getByRole('heading', { level: 3 });
      expect(await related.count()).toBe(4);
      expect(await related.allTextContents()).not.toContain('Bird 7');
    });

    it('highlight the article in the tree among its neighbors, with a link to all of them', async () => {
      await page.goto('/kb/field-guide/bird-20');
      const tree = page.locator('.kb-nav nav');
      expect(await tree.locator('[aria-current=page]').allTextContents()).toEqual(['Bird 20']);
      const names = await tree.locator('details[open] a').allTextContents();
      expect(names).toEqual(['Overview', ...numbered(12, 28), `All ${GUIDE_ARTICLES} articles`]);
    });

    it('find articles, highlight matches, and continue on a second page', async () => {
      await page.goto('/kb');
      await page.getByLabel('Search the knowledge base').fill('warbler dusk');
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Results for “warbler dusk”');
      expect(await page.getByRole('status').textContent()).toContain(`${GUIDE_ARTICLES} results`);
      expect(await page.locator('.kb-results > li').count()).toBe(10);
      const marked = await page.locator('.kb-results > li').first().locator('mark').allTextContents();
      expect(marked.map((text) => text.toLowerCase())).toEqual(expect.arrayContaining(['warbler', 'dusk']));
      const first = await page.locator('.kb-results h2').allTextContents();
      await page.locator('.kb-pagination').getByRole('link', { name: 'Next' }).click();
      expect(new URL(page.url()).search).toBe('?q=warbler+dusk&page=2');
      const second = await page.locator('.kb-results h2').allTextContents();
      expect(second.filter((title) => first.includes(title))).toEqual([]);
    });

    it('report an empty result and suggest a spelling with results', async () => {
      await page.goto('/kb/search?q=xylophonist');
      expect(await page.getByRole('main').textContent()).toContain('No results for “xylophonist”');
      await page.goto('/kb/search?q=warblre');
      await page.locator('.kb-corrected a').first().click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Results for “warbler”');
    });

    it('display the error of an invalid query', async () => {
      const answer = await page.goto('/kb/search?q=x');
      expect(answer?.status()).toBe(400);
      expect(await page.getByRole('status').textContent()).not.toBe('');
      expect(await page.getByLabel('Search the knowledge base').inputValue()).toBe('x');
    });

    it('respond to unknown URLs with 404 and suggestions', async () => {
      const answer = await page.goto('/kb/field-guide/applicaton-passwords');
      expect(answer?.status()).toBe(404);
      expect(await page.locator('h1').textContent()).toBe('Page not found');
      await page.getByRole('region', { name: 'Suggested articles' }).getByRole('link').first().click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Application passwords');
    });

    it('load only the scripts that they need: search box, fragments of headings, copying of code', async () => {
      for (const path of ['/kb', '/kb/field-guide', '/kb/field-guide/bird-1', '/kb/search?q=bird']) {
        await page.goto(path);
        const scripts = await page.locator('script:not([type="application/ld+json"])').all();
        const sources = await Promise.all(scripts.map((script) => script.getAttribute('src')));
        const expected = ['search.js', ...(path.endsWith('bird-1') ? ['fragment.js', 'code.js'] : [])];
        expect(sources).toEqual(expected.map((name) => expect.stringMatching(new RegExp(`/kb/${name}$`))));
      }
    });
  });

  it('redirect permanently from the old URL of a moved article', async () => {
    const { id: as } = await site.host.createUser('administrator');
    const created = await site.host.request('POST', '/vendor-kb/v1/articles', {
      as,
      body: { title: 'Old name', content: 'Text', status: 'publish' },
    });
    const { id } = created.data as { id: number };
    await site.host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as, body: { slug: 'new-name' } });
    const visitor = await openVisitor(browser(), site.url);
    const answer = await visitor.page.request.get('/kb/old-name', { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([301, '/kb/new-name']);
    await visitor.page.goto('/kb/old-name');
    expect(await visitor.page.locator('h1').textContent()).toBe('Old name');
    expect(visitor.page.url()).toBe(`${site.url}/kb/new-name`);
    await visitor.close();
  });
});

describeInBrowser('knowledge base with a single top-level category', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await publishSite();
    await importDemonstration(site);
  });
  afterAll(() => site.close());

  it('displays the content of that category on the home page and in the tree', async () => {
    const { page, close } = await openVisitor(browser(), site.url);
    await page.goto('/kb');
    const cards = await page.locator('.kb-card h3 a').allTextContents();
    expect(cards).toContain('Getting started');
    expect(cards).not.toContain('Mortise');
    await page.getByRole('link', { name: 'Getting started' }).click();
    const branches = await page.locator('.kb-nav nav > ul > li > details > summary').allTextContents();
    expect(branches).toEqual(cards);
    await close();
  });
});

function numbered(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `Bird ${first + index}`);
}
