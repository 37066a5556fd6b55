import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { violationsOf } from '../support/accessibility.js';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const LANGUAGES = [
  { locale: 'en', lang: 'en', dir: 'ltr', base: '/kb', query: 'container', name: 'English' },
  { locale: 'ja', lang: 'ja', dir: 'ltr', base: '/kb/ja', query: 'コンテナ', name: '日本語' },
  { locale: 'ur', lang: 'ur', dir: 'rtl', base: '/kb/ur', query: 'کنٹینر', name: 'اردو' },
  { locale: 'zh-cn', lang: 'zh-CN', dir: 'ltr', base: '/kb/zh-cn', query: '容器', name: '中文（中国）' },
];

describe.skipIf(!inject('services').includes('corpus'))('CNCF glossary', () => {
  describeInBrowser('knowledge base in six languages', (browser) => {
    let site: PublishedSite;
    let folder: string;
    beforeAll(async () => {
      site = await publishSite();
      folder = await mkdtemp(path.join(tmpdir(), 'mortise-glossary-'));
      const glossary = path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', 'cncf-glossary', 'content');
      for (const locale of [...LANGUAGES.map((language) => language.locale), 'de', 'ko']) {
        await cp(path.join(glossary, locale), path.join(folder, 'content', locale), { recursive: true });
      }
      await site.host.plugin('knowledge-base').importFolder(folder, { name: 'cncf' });
    });
    afterAll(async () => {
      await site.close();
      await rm(folder, { recursive: true });
    });

    describe.each(LANGUAGES)('in $locale', ({ lang, dir, base, query }) => {
      it('declares its language and direction, fits a phone and has no violations', async () => {
        const { page, faults, close } = await openVisitor(browser(), site.url, {
          viewport: { width: 320, height: 800 },
        });
        for (const address of [base, `${base}/cncf`, `${base}/cncf/abstraction`, `${base}/search?q=${query}`]) {
          await page.goto(address);
          const html = page.locator('html');
          expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([lang, dir]);
          expect([address, await html.evaluate((element) => element.scrollWidth)]).toEqual([address, 320]);
        }
        await page.goto(`${base}/cncf/abstraction`);
        expect(await violationsOf(page)).toEqual([]);
        await close();
        expect(faults.filter((fault) => !isPictureOfTheGlossary(fault))).toEqual([]);
      });

      it('finds articles and highlights the word', async () => {
        const { page, close } = await openVisitor(browser(), site.url);
        await page.goto(`${base}/search?q=${encodeURIComponent(query)}`);
        expect(await page.locator('.kb-results > li').count()).toBeGreaterThan(0);
        expect(await page.locator('.kb-results mark').allTextContents()).toContain(query);
        await close();
      });
    });

    it('links from an article to its translations', async () => {
      const { page, close } = await openVisitor(browser(), site.url);
      await page.goto('/kb/cncf/abstraction');
      for (const { name, base } of [...LANGUAGES.slice(1), ...LANGUAGES.slice(0, 1)]) {
        await page.locator('.kb-languages summary').click();
        await page.locator('.kb-languages').getByRole('link', { name }).click();
        expect(new URL(page.url()).pathname).toBe(`${base}/cncf/abstraction`);
      }
      await close();
    });
  });
});

/** Images are not imported yet, so their URLs still point to the source. */
function isPictureOfTheGlossary(fault: string): boolean {
  return fault.startsWith('console: Failed to load resource') || /^request: .*\.(?:png|svg|jpg)$/.test(fault);
}
