import { type PageResponse, safeHtml } from '../../../../pages.js';
import { blockPagesOf } from '../../content/blocks/block-pages.js';
import { faqPage } from '../../content/blocks/faq-page.js';
import type { TextView } from '../../content/views/article-texts.js';
import { articleCards } from '../../content/views/cards.js';
import { fileLink } from '../../content/views/file-link.js';
import type { ArticlePage, FileLink, TocEntry, Translation } from '../../content/views/template-data.js';
import type { View } from '../../content/views/view.js';
import { type Article, isPublic } from '../../domain/articles/article.js';
import { isStale } from '../../domain/articles/staleness.js';
import { downloadPath } from '../../domain/attachments/download-path.js';
import { withoutShortcodes } from '../../domain/shortcodes.js';
import { echoOf } from './echo.js';
import { type ReaderFormState, readerForms, stateOfAddress } from './reader-forms.js';
import { alternatesOf, type PageMeta, renderPage } from './render-page.js';
import { shareImage } from './share-markup.js';
import { breadcrumbList, techArticle } from './structured-data.js';
import { BLOCK_CLASSES, BLOCK_STYLES, createFrame, languageName, STYLESHEETS, type Visit } from './visit.js';

const MAX_RELATED = 4;

/** Result of a form submitted to the article. */
export interface SentForm {
  readonly status: number;
  readonly readerForms: ReaderFormState;
}

/** Renders the page of an article. */
export async function articlePage(visit: Visit, article: Article, sent?: SentForm): Promise<PageResponse> {
  const { kb, context } = visit;
  const url = kb.permalinks.articleUrl(article);
  const [before, after, attachments, forms] = await Promise.all([
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_before_article_content', article, echo)),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_after_article_content', article, echo)),
    fileLinks(visit, article),
    readerForms(visit, article, sent?.readerForms ?? stateOfAddress(visit)),
  ]);
  const view = await kb.texts.of(article, visit.viewer, blockPagesOf(visit.request.query));
  const editLink = await editLinkFor(visit, article);
  const data = await articleData(visit, article, view, { before, after, attachments, readerForms: forms, editLink });
  const structured = [techArticle(visit, article, url), breadcrumbList(visit, data.breadcrumbs)];
  const html = String(data.content);
  // Structured data is public, so it is limited to public articles.
  const faq = (await kb.access.of(article, visit.viewer)).vary === 'public' ? faqPage(html) : null;
  kb.statistics.viewed(article, visit.request);
  return renderPage(visit, 'kb/article', data, {
    title: article.seo.title || article.title,
    ...(sent ? { status: sent.status } : {}),
    description: article.seo.description || withoutShortcodes(article.excerpt) || null,
    slug: article.slug,
    id: article.id,
    robots: article.status === 'publish' && !article.seo.noindex ? null : 'noindex',
    canonical: article.seo.canonical || url,
    share: { type: 'article', image: await shareImage(kb, article.seo.ogImage || article.featuredMedia) },
    headers: { Vary: 'Cookie, Accept' },
    alternates: alternatesOf(visit, data.translations),
    ...assetsFor(html, context.pages.assetHref),
    jsonLd: faq ? [...structured, faq] : structured,
  });
}

/** Returns the edit link. Skips the permission check for anonymous visitors. */
async function editLinkFor({ kb, request }: Visit, article: Article): Promise<string | null> {
  if (!request.user || !(await request.can('edit_kb_article', article))) return null;
  return kb.site.href(`${kb.site.admin}/kb/articles/${article.id}/edit`);
}

/** Returns the assets that only some texts need. */
export function assetsFor(html: string, hrefOf: (name: string) => string): Pick<PageMeta, 'scripts' | 'stylesheets'> {
  return {
    ...(BLOCK_CLASSES.test(html) ? { stylesheets: [...STYLESHEETS, ...BLOCK_STYLES].map(hrefOf) } : {}),
    scripts: [
      ...(/ id="h-|<details/.test(html) ? ['kb/fragment.js'] : []),
      ...(/<pre\b[^<>]*>\s*<code/.test(html) ? ['kb/code.js'] : []),
    ].map(hrefOf),
  };
}

/**
 * Builds the template data of an article.
 * @param textView the text as the viewer sees it
 * @param around content before and after the text, forms for readers and links for editors
 */
export async function articleData(
  view: View,
  article: Article,
  textView: Pick<TextView, 'html' | 'toc'>,
  around: Pick<ArticlePage, 'before' | 'after' | 'attachments' | 'readerForms' | 'editLink'>,
): Promise<ArticlePage> {
  const { kb, context, locale, viewer } = view;
  const path = kb.articles.pathOf(article);
  const visibility = await kb.access.visibility(viewer);
  const [translations, related, neighbours, breadcrumbs] = await Promise.all([
    translationsOf(view, article),
    kb.navigation.related(article, MAX_RELATED, viewer),
    kb.navigation.neighbours(article, viewer),
    context.hooks.applyFiltersAsync('vendor_kb_breadcrumbs', kb.breadcrumbs.ofArticle(article, visibility), {
      path,
      locale,
    }),
  ]);
  const tree = kb.categories.tree();
  return {
    ...(await createFrame(view, { translations })),
    ...neighbours,
    ...around,
    title: article.title,
    content: safeHtml(textView.html),
    description: withoutShortcodes(article.excerpt),
    link: kb.permalinks.articleHref(article),
    breadcrumbs,
    toc: outlineOf(textView.toc),
    related: await articleCards(view, related),
    updated: article.modifiedAt,
    readingTime: kb.texts.readingTimeOf(article),
    categories: article.categoryIds.flatMap((id) => {
      const category = tree.get(id);
      return category && visibility.admitsCategory(id)
        ? [{ title: category.name, link: kb.permalinks.categoryHref(category) }]
        : [];
    }),
    tags: article.tags.map((name) => ({ name, link: null })),
    archived: article.status === 'archived',
    stale: article.status === 'publish' && isStale(article, kb.site.timezone) && (await kb.tellsOfStale()),
  };
}

async function translationsOf({ kb, viewer }: View, article: Article): Promise<Translation[]> {
  const ids = Object.values(await kb.navigation.translations(article, viewer));
  if (ids.length < 2) return [];
  const { admits } = await kb.access.visibility(viewer);
  // The reading order may be briefly outdated, so the database decides.
  const others = (await kb.articles.getMany(ids)).filter(
    (other) => other.id === article.id || (isPublic(other) && admits(other)),
  );
  const byLocale = others.sort((one, other) => (one.locale < other.locale ? -1 : 1));
  return byLocale.map((other) => ({
    locale: other.locale,
    label: languageName(other.locale),
    link: kb.permalinks.articleHref(other),
    current: other.id === article.id,
  }));
}

/** Maximum number of entries. */
const MAX_ENTRIES = 120;

/** Returns the table of contents. If there are too many headings, only upper levels are listed. */
function outlineOf(toc: readonly TocEntry[]): TocEntry[] {
  const levels = [...new Set(toc.map(({ level }) => level))].sort((one, other) => one - other);
  const upTo = (deepest: number) => toc.filter(({ level }) => level <= deepest);
  const deepest = levels.findLast((level) => upTo(level).length <= MAX_ENTRIES) ?? levels[0] ?? 0;
  return upTo(deepest);
}

/** Returns the download links of an article's files that this viewer may read. */
export async function fileLinks({ kb, locale, viewer }: View, article: Article): Promise<FileLink[]> {
  const files = await kb.attachments.openTo(article, viewer);
  return files.map((file) => fileLink(file, kb.links.href(kb.site.locale, downloadPath(file)), locale));
}
