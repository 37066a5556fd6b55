import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';

describeInBrowser('site with custom templates', (browser) => {
  let site: PublishedSite;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-templates-'));
    await mkdir(path.join(folder, 'vendor-kb', 'parts'), { recursive: true });
    const write = (name: string, template: string) => writeFile(path.join(folder, 'vendor-kb', name), template);
    await write('parts/article-card.eta', '<h3>★ <a href="<%= it.article.link %>"><%= it.article.title %></a></h3>');
    await write('article-bird-2.eta', '<article id="content"><h1><%= it.title %>, specially</h1></article>');
    site = await publishSite({ templates: folder });
    await publishFieldGuide(site);
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  it('overrides a partial on every page that uses it and nothing else', async () => {
    const { page, faults, close } = await openVisitor(browser(), site.url);
    await page.goto('/kb/field-guide');
    expect(await page.locator('.kb-list h3').first().textContent()).toBe('★ Bird 1');
    expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).isVisible()).toBe(true);
    await page.goto('/kb/field-guide/bird-1');
    expect(await page.locator('.kb-related h3').first().textContent()).toMatch(/^★ Bird/);
    expect(await page.locator('.kb-prose h2').count()).toBe(2);
    await close();
    expect(faults).toEqual([]);
  });

  it('overrides the page of a single article by its slug', async () => {
    const { page, close } = await openVisitor(browser(), site.url);
    await page.goto('/kb/field-guide/bird-2');
    expect(await page.locator('h1').textContent()).toBe('Bird 2, specially');
    await page.goto('/kb/field-guide/bird-3');
    expect(await page.locator('h1').textContent()).toBe('Bird 3');
    await close();
  });
});
