import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFrom } from '../../../src/plugins/knowledge-base/content/import/import-from.js';
import { rewriteLinks } from '../../../src/plugins/knowledge-base/content/import/links/rewrite-links.js';
import { scanLinks } from '../../../src/plugins/knowledge-base/content/import/links/scan-links.js';
import type { Article } from '../../../src/plugins/knowledge-base/domain/articles/article.js';
import { exportFrom } from '../../support/knowledge-base-export.js';
import { corpus, type Documentation } from './documentation.js';

const FILES = ['64-block-test-data', 'theme-preview'] as const;

export function describeWxrExport(documentation: () => Documentation): void {
  describe('exported to WordPress and imported, together with WordPress articles', () => {
    let folder: string;
    let first: TestHost;
    let second: TestHost;
    let file: string;

    /** Rewrites all links as absolute URLs, because broken links keep the URL of their original site. */
    function withWholeLinks(
      host: TestHost,
      { content, contentFormat, locale, ...article }: Article,
      root: string,
    ): string {
      const { articles, links } = host.plugin('knowledge-base');
      const page = `${links.url(locale, articles.pathOf(article))}/`;
      const targets = scanLinks(content, contentFormat).flatMap((link) => {
        if (link.destination.startsWith('#') || !URL.canParse(link.destination, page)) return [];
        const { href } = new URL(link.destination, page);
        return {
          link,
          href: root === '' ? href : href.replace(new RegExp(`(/kb(?:/[a-z-]{2,7})?)/${root}(?=/|#|$)`), '$1'),
        };
      });
      return rewriteLinks(content, targets).text;
    }

    /** Articles normalized for comparison: dates in seconds, as in the format, and paths relative to the root. */
    async function articlesOf(host: TestHost, root: string) {
      const rows = await host.db.query.selectFrom('kb_articles').select('id').execute();
      const { articles, categories } = host.plugin('knowledge-base');
      const tree = categories.tree();
      const below = (whole: string): string => (root === '' ? whole : whole.replace(new RegExp(`^${root}(?:/|$)`), ''));
      const second = (date: Date | null) => date && Math.floor(date.getTime() / 1000);
      const found = await articles.getMany(rows.map(({ id }) => id));
      return found
        .map((article) => ({
          at: `${article.locale}: ${below(articles.pathOf(article))}`,
          categories: article.categoryIds.map((id) => below(tree.get(id)?.path ?? '')).filter((name) => name !== ''),
          title: article.title,
          slug: article.slug,
          status: article.status,
          excerpt: article.excerpt,
          tags: article.tags,
          order: article.menuOrder,
          sticky: article.sticky,
          published: second(article.publishedAt ?? article.createdAt),
          modified: second(article.modifiedAt),
          format: article.contentFormat,
          content: withWholeLinks(host, article, root),
          meta: article.meta,
        }))
        .sort((one, other) => (one.at < other.at ? -1 : 1));
    }

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'mortise-wxr-'));
      file = path.join(folder, 'all.xml');
      first = documentation().host;
      const kb = first.plugin('knowledge-base');
      for (const name of FILES) await importFrom(kb, first.hooks, { path: corpus(`wxr/${name}.xml`), name });
      await exportFrom(first, { path: file, to: 'wxr' });
      second = await documentation().freshHost();
      const report = await importFrom(second.plugin('knowledge-base'), second.hooks, { path: file, name: 'all' });
      expect(report.problems).toEqual([]);
    }, 300_000);
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('keeps title, slug, path, status, dates and text', async () => {
      const before = await articlesOf(first, '');
      const after = await articlesOf(second, 'all');
      expect(before.length).toBeGreaterThan(1000);
      expect(after.map(({ at }) => at)).toEqual(before.map(({ at }) => at));
      const changed = before.flatMap((article, index) =>
        isDeepStrictEqual(after[index], article) ? [] : [article, after[index]],
      );
      expect(changed.slice(0, 4)).toEqual([]);
    });

    it('keeps the category tree', async () => {
      const treeOf = (host: TestHost, root: string) =>
        host
          .plugin('knowledge-base')
          .categories.tree()
          .all()
          .map(({ locale, path: place, name, order }) => [locale, place.slice(root.length), name, order].join('|'))
          .sort();
      const roots = new Set(
        second
          .plugin('knowledge-base')
          .categories.tree()
          .all()
          .map(({ locale }) => `${locale}||Mortise|0`),
      );
      expect(
        treeOf(second, 'all')
          .filter((each) => !roots.has(each))
          .map((each) => each.replace('|/', '|')),
      ).toEqual(treeOf(first, ''));
    });

    it('contains no characters that XML forbids', async () => {
      const text = await readFile(file, 'utf8');
      expect(text).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    });
  });
}
