import { type PageResponse, safeHtml } from '../../../../pages.js';
import { rewriteLinks } from '../../content/import/links/rewrite-links.js';
import { scanLinks } from '../../content/import/links/scan-links.js';
import type { NavNode, PrintedArticle } from '../../content/views/template-data.js';
import { openArticles } from '../../domain/access/open-articles.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { UNSHARED } from '../../domain/errors.js';
import { READ_COSTS } from '../../domain/limits.js';
import { renderPage } from './render-page.js';
import { restrictedPage } from './restricted.js';
import { BLOCK_STYLES, createFrame, STYLESHEETS, type Visit } from './visit.js';

/** Maximum articles per print page, about 200 sheets of paper. */
const MAX_ARTICLES = 100;

/** Renders all articles of a category and its descendants for printing. */
export async function printPage(visit: Visit, category: Category): Promise<PageResponse> {
  const { kb, context, locale, strings, viewer } = visit;
  const access = await kb.access.ofCategory(category.id, viewer);
  if (!access.allowed) return restrictedPage(visit, category, access);
  visit.request.countReads(READ_COSTS.print);
  const tree = await kb.navigation.tree(locale, category.path, viewer);
  const branch = branchOf(tree, category.id);
  const ids = branch ? idsBelow(branch) : [];
  const articles = await articlesOf(visit, ids.slice(0, MAX_ARTICLES));
  const page = await renderPage(
    visit,
    'kb/print',
    {
      ...(await createFrame(visit)),
      nav: [],
      searchForm: null,
      name: category.name,
      description: safeHtml((await kb.describe(category)).html),
      link: kb.permalinks.categoryHref(category),
      articles,
      omitted: Math.max(0, ids.length - MAX_ARTICLES),
      printed: new Date(),
    },
    {
      title: strings.text('print.title', { name: category.name }),
      robots: 'noindex',
      canonical: kb.permalinks.categoryUrl(category),
      stylesheets: [...STYLESHEETS, ...BLOCK_STYLES].map(context.pages.assetHref),
    },
  );
  // Some of the articles may be visible only to this reader.
  return { ...page, headers: { ...page.headers, ...UNSHARED } };
}

async function articlesOf({ kb, viewer }: Visit, ids: readonly number[]): Promise<PrintedArticle[]> {
  const open = await openArticles(kb, ids, viewer);
  await kb.texts.load(open);
  return Promise.all(
    open.map(async (article) => ({
      id: `article-${article.id}`,
      title: article.title,
      description: article.excerpt,
      link: kb.permalinks.articleUrl(article),
      updated: article.modifiedAt,
      content: safeHtml(
        ownIds(fromElsewhere((await kb.texts.of(article, viewer)).html, kb.permalinks.articleUrl(article)), article.id),
      ),
    })),
  );
}

/** Resolves relative links and images against the article's own page. */
function fromElsewhere(html: string, url: string): string {
  const targets = scanLinks(html, 'html').flatMap((link) => {
    const { destination } = link;
    const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|[/#]|$)/i.test(destination) && URL.canParse(destination, url);
    return isRelative ? [{ link, href: new URL(destination, url).href }] : [];
  });
  return targets.length === 0 ? html : rewriteLinks(html, targets).text;
}

/** Makes heading ids unique across articles. */
function ownIds(html: string, id: number): string {
  return html.replace(/(<[^<>]*\s(?:id="|href="#))h-/g, `$1h-${id}-`);
}

function branchOf(nodes: readonly NavNode[], categoryId: number): NavNode | null {
  for (const node of nodes) {
    const found = node.kind === 'category' && node.id === categoryId ? node : branchOf(node.children, categoryId);
    if (found) return found;
  }
  return null;
}

function idsBelow({ children }: NavNode): number[] {
  const ids = children.flatMap((node) => (node.kind === 'article' ? (node.id ?? []) : idsBelow(node)));
  return [...new Set(ids)];
}
