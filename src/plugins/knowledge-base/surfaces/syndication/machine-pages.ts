import { type PageResponse, redirect } from '../../../../pages.js';
import type { Article } from '../../domain/articles/article.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { printPage } from '../pages/print.js';
import type { Visit } from '../pages/visit.js';
import { feed } from './feed.js';
import { llmsFullTxt, llmsTxt } from './llms.js';
import { markdownPage } from './markdown.js';
import { sitemapFile, sitemapIndex } from './sitemap.js';

const SITEMAP_FILE = /^sitemap-(pages|[1-9]\d{0,5})\.xml$/;

/** Handles machine-readable paths that no article can have; null for all others. */
export async function machinePage(visit: Visit): Promise<PageResponse | null> {
  const { kb, path, locale } = visit;
  if (path === 'feed') return feed(visit, null);
  if (path === 'llms.txt') return llmsTxt(visit);
  if (path === 'llms-full.txt') return llmsFullTxt(visit);
  // One sitemap for all locales.
  if (locale !== kb.site.locale) return null;
  if (path === 'sitemap') return redirect(kb.links.href(locale, 'sitemap.xml'), 301);
  if (path === 'sitemap.xml') return sitemapIndex(visit);
  const [, file] = SITEMAP_FILE.exec(path) ?? [];
  return file === undefined ? null : sitemapFile(visit, file);
}

/** Renders an alternative format of a page at its URL with a suffix; null if there is none. */
export async function otherForm(
  visit: Visit,
  find: (path: string) => Promise<Article | Category | null>,
): Promise<PageResponse | null> {
  const { path } = visit;
  const markdown = path.endsWith('.md') ? await find(path.slice(0, -'.md'.length)) : null;
  if (markdown) return markdownPage(visit, markdown);
  const [, page = '', form] = /^(.+)\/(feed|print)$/.exec(path) ?? [];
  const category = form === undefined ? null : await find(page);
  if (!category || 'categoryIds' in category) return null;
  return form === 'feed' ? feed(visit, category) : printPage(visit, category);
}
