import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Article } from '../../src/plugins/knowledge-base/article.js';
import { importFrom } from '../../src/plugins/knowledge-base/import/import-from.js';
import { rewriteLinks } from '../../src/plugins/knowledge-base/import/links/rewrite-links.js';
import { scanLinks } from '../../src/plugins/knowledge-base/import/links/scan-links.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { createExportingHost, exportFrom } from '../support/knowledge-base-export.js';

const isThere = inject('services').includes('corpus');
const corpus = (name: string): string => path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', name);
const FOLDERS = ['cncf-glossary', 'login-gov-help'] as const;
const FILES = ['64-block-test-data', 'theme-preview'] as const;

describe.skipIf(!isThere).each(dialects)(
  'real articles that went through an export for WordPress, on $name',
  (dialect) => {
    const cleanups: (() => Promise<void>)[] = [];
    let first: TestHost;
    let second: TestHost;
    let file: string;

    async function freshHost(): Promise<TestHost> {
      const { url, drop } = await migratedDatabase(dialect);
      cleanups.push(drop);
      const host = await createExportingHost({ database: url, url: 'https://docs.example.com' });
      cleanups.push(host.close);
      return host;
    }

    /** A link that leads nowhere leads to where it led before, with its site: each is written out. */
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

    /** Seconds are what the format has; everything lies below one root, and so do the addresses in texts. */
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
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-wxr-'));
      cleanups.push(() => rm(folder, { recursive: true, force: true }));
      file = path.join(folder, 'all.xml');
      first = await freshHost();
      const kb = first.plugin('knowledge-base');
      for (const name of FOLDERS) await kb.importFolder(corpus(name), { name });
      for (const name of FILES) await importFrom(kb, first.hooks, { path: corpus(`wxr/${name}.xml`), name });
      await exportFrom(first, { path: file, to: 'wxr' });
      second = await freshHost();
      const report = await importFrom(second.plugin('knowledge-base'), second.hooks, { path: file, name: 'all' });
      expect(report.problems).toEqual([]);
    }, 300_000);
    afterAll(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    it('are the same in title, slug, place, state, dates and text', async () => {
      const before = await articlesOf(first, '');
      const after = await articlesOf(second, 'all');
      expect(before.length).toBeGreaterThan(1000);
      expect(after.map(({ at }) => at)).toEqual(before.map(({ at }) => at));
      const changed = before.flatMap((article, index) =>
        isDeepStrictEqual(after[index], article) ? [] : [article, after[index]],
      );
      expect(changed.slice(0, 4)).toEqual([]);
    });

    it('have the same tree around them', async () => {
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

    it('have nothing in the file that XML forbids', async () => {
      const text = await readFile(file, 'utf8');
      expect(text).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    });
  },
);
