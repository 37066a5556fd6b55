import { json, utc } from '../../../../database.js';
import { escapeHtml, type PageResponse } from '../../../../pages.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { visibleTo } from '../../domain/access/visible-articles.js';
import { seoOf } from '../../domain/articles/article.js';
import { articlesIn } from '../../domain/articles/read-articles.js';
import { appearanceOf } from '../../domain/categories/category-members.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { READ_COSTS } from '../../domain/limits.js';
import type { Visit } from '../pages/visit.js';
import { machineResponse, visibleToAll, xmlText } from './machine-response.js';
import type { SitemapEntry } from './syndication-hooks.js';

/** Maximum URLs per file; the protocol allows ten times as many (sitemaps.org). */
const PER_FILE = 5_000;
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Name of the file for home pages and categories. Article files are numbered from 1. */
const PAGES = 'pages';

/** Renders the index of all sitemap files. */
export async function sitemapIndex(visit: Visit): Promise<PageResponse> {
  visit.request.countReads(READ_COSTS.list);
  const { kb } = visit;
  const { count } = await (await openArticles(kb))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const files = [
    PAGES,
    ...Array.from({ length: Math.ceil(Number(count) / PER_FILE) }, (_, index) => String(index + 1)),
  ];
  const entries = files.map(
    (file) => `<sitemap><loc>${escaped(kb.links.url(kb.site.locale, `sitemap-${file}.xml`))}</loc></sitemap>`,
  );
  return xml(visit, `<sitemapindex xmlns="${SCHEMA}">\n${entries.join('\n')}\n</sitemapindex>`);
}

/** Renders a sitemap file; null if there is none with this name. */
export async function sitemapFile(visit: Visit, name: string): Promise<PageResponse | null> {
  visit.request.countReads(READ_COSTS.list);
  const { kb, context } = visit;
  const found = name === PAGES ? await pageEntries(kb) : await articleEntries(kb, Number(name));
  if (found.length === 0) return null;
  const entries = await context.hooks.applyFiltersAsync('vendor_kb_sitemap_entries', found, { file: name });
  const urls = entries.map(({ link, modified }) => {
    const day = modified === null ? '' : `<lastmod>${modified.toISOString()}</lastmod>`;
    return `<url><loc>${escaped(link)}</loc>${day}</url>`;
  });
  return xml(visit, `<urlset xmlns="${SCHEMA}">\n${urls.join('\n')}\n</urlset>`);
}

async function pageEntries(kb: KnowledgeBase): Promise<SitemapEntry[]> {
  const [locales, visibility] = await Promise.all([kb.navigation.locales(), visibleToAll(kb)]);
  const counts = await kb.navigation.counts(visibility);
  const tree = kb.categories.tree();
  const isEmpty = (id: number): boolean => tree.subtree(id).every((below) => (counts.get(below) ?? 0) === 0);
  const categories = tree
    .all()
    .filter((category) => visibility.admitsCategory(category.id) && !isEmpty(category.id) && isToBeFound(category));
  return [
    ...[...locales].map((locale) => ({ link: kb.links.url(locale), modified: null })),
    ...categories
      .map((category) => ({ link: kb.permalinks.categoryUrl(category), modified: null }))
      .sort((one, other) => (one.link < other.link ? -1 : 1)),
  ];
}

/** Leaves out pages excluded from search engines or with another canonical URL. */
function isToBeFound(category: Category): boolean {
  const { noindex, canonical } = appearanceOf(category).seo;
  return !noindex && canonical === '';
}

async function articleEntries(kb: KnowledgeBase, file: number): Promise<SitemapEntry[]> {
  const rows = await (await openArticles(kb))
    .select([
      'posts.id',
      'posts.slug',
      'posts.modified_at',
      'kb_articles.locale',
      'kb_articles.category_ids',
      'kb_articles.seo',
    ])
    .orderBy('posts.id')
    .limit(PER_FILE)
    .offset((file - 1) * PER_FILE)
    .execute();
  return rows.flatMap(({ id, slug, locale, category_ids, seo, modified_at }) => {
    const { noindex, canonical } = seoOf({ seo });
    // Leave out pages excluded from search engines or with another canonical URL.
    if (noindex || canonical !== '') return [];
    const categoryIds = json.decode(category_ids) as number[];
    return [{ link: kb.permalinks.articleUrl({ id, slug, locale, categoryIds }), modified: utc.decode(modified_at) }];
  });
}

/** Returns published articles that anonymous visitors may read. */
async function openArticles(kb: KnowledgeBase) {
  const { closed } = await visibleToAll(kb);
  const published = articlesIn(kb.db).where('posts.status', '=', 'publish');
  return closed ? published.where(visibleTo(closed)) : published;
}

function xml({ request }: Visit, body: string): PageResponse {
  return machineResponse(request, `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, 'application/xml', {
    'X-Robots-Tag': 'noindex',
  });
}

function escaped(text: string): string {
  return escapeHtml(xmlText(text));
}
