import type { Readable } from 'node:stream';
import type { PostViewer } from '../../../../../content.js';
import type { Attachment } from '../../../../../media.js';
import { EVERYBODY } from '../../../content/export/everybody.js';
import { createMediaFiles } from '../../../content/export/media-files.js';
import { type ExportFile, type ExportReport, emptyReport } from '../../../content/export/report.js';
import { type ExportSelection, inBatches, selectIds } from '../../../content/export/select-articles.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { isPublic } from '../../../domain/articles/article.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import { invalidParam } from '../../../domain/errors.js';
import type { StaticSite } from './article-files.js';
import { createSitePlaces, type PlacedArticle } from './site-places.js';
import { createStaticPages, PER_PAGE, type StaticPages, writeStyles } from './static-pages.js';

export interface HtmlExportOptions extends Omit<ExportSelection, 'since'> {
  /**
   * Viewer whose permissions apply.
   * @default an anonymous visitor
   */
  readonly viewer?: PostViewer | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called once with the number of pages. */
  readonly onStart?: ((steps: number) => void) | undefined;
  /** Called before each page. */
  readonly onStep?: (() => void) | undefined;
  write(file: string, text: string | Uint8Array): Promise<void>;
  copy(file: string, source: Readable): Promise<void>;
}

/** Planned page. */
interface PagePlan {
  readonly file: string;
  readonly kind: 'articles' | 'categories' | null;
  make(pages: StaticPages): Promise<string | null>;
}

/**
 * Exports the knowledge base as a static site without scripts, search or feedback. It contains the published
 * articles the viewer may read, with their images and files; all other links lead to the live site.
 * @throws HostError 400 `vendor_kb_invalid_param` for unpublished articles
 */
export async function exportHtml(
  kb: KnowledgeBase,
  context: StaticSite['context'],
  options: HtmlExportOptions,
): Promise<ExportReport> {
  const { statuses, category, viewer = EVERYBODY } = options;
  const hidden = statuses.find((status) => !isPublic({ status }));
  if (hidden)
    throw invalidParam('status', `A static site can contain published and archived articles, not "${hidden}".`);
  const report = emptyReport();
  const root = category === undefined ? null : kb.categories.get(category);
  const places = createSitePlaces(kb, root?.path);
  const media = createMediaFiles(kb, {
    folder: 'media',
    may: (file) => mayShow(kb, context, viewer, file),
    isSite: true,
    copy: options.copy,
    warnings: report.warnings,
  });
  const site: StaticSite = { kb, context, viewer, places, media };
  const planned = await plan(site, options, root);
  options.onStart?.(planned.length);
  const pages = createStaticPages(site);
  await writeStyles(site, options.write);
  for (const { file, kind, make } of planned) {
    if (options.signal?.aborted) return { ...report, interrupted: true };
    options.onStep?.();
    const text = await make(pages);
    const written: ExportFile | null =
      text === null ? null : await context.hooks.applyFiltersAsync('vendor_kb_export_item', { path: file, text });
    if (!written) continue;
    await options.write(written.path, written.text);
    report.files += 1;
    if (kind) report[kind] += 1;
  }
  report.media = media.count();
  return report;
}

/** Whether the media library would show a file to the viewer. */
async function mayShow(
  { media }: KnowledgeBase,
  { hooks }: StaticSite['context'],
  viewer: PostViewer,
  file: Attachment,
): Promise<boolean> {
  const isOpen = file.postId === 0 || (await media.isVisible(file, viewer));
  return hooks.applyFiltersAsync('media_may_read', isOpen, file, viewer.reader, viewer);
}

/** Assigns files to all pages before the first one is written, because they link to each other. */
async function plan(site: StaticSite, options: HtmlExportOptions, root: Category | null): Promise<PagePlan[]> {
  const { kb, places } = site;
  const visibility = await kb.access.visibility(kb.access.viewerOf(site.viewer));
  const tree = kb.categories.tree();
  const inside = root ? tree.subtree(root.id).flatMap((id) => tree.get(id) ?? []) : tree.all();
  const categories = inside.filter(({ id }) => visibility.admitsCategory(id));
  const articles = await readableArticles(site, await selectIds(kb, options));
  const locales = new Set([
    root?.locale ?? kb.site.locale,
    ...[...categories, ...articles].map(({ locale }) => locale),
  ]);
  const planned: PagePlan[] = [];
  for (const locale of [...locales].sort()) {
    const file = places.addHome(locale);
    if (!root) planned.push({ file, kind: null, make: (pages) => pages.home(locale, file) });
  }
  const counts = await kb.navigation.counts(visibility);
  for (const category of categories) {
    const count = Math.max(1, Math.ceil((counts.get(category.id) ?? 0) / PER_PAGE));
    for (let page = 1; page <= count; page += 1) {
      const file = places.addCategory(category, page);
      const kind = page === 1 ? 'categories' : null;
      planned.push({ file, kind, make: (pages) => pages.category(category, page, file) });
    }
  }
  for (const article of articles) {
    const file = places.addArticle(article);
    planned.push({ file, kind: 'articles', make: (pages) => makeArticle(site, pages, article.id, file) });
  }
  return planned;
}

/** Loads the readable articles without their texts, since all of them are in memory at the same time. */
async function readableArticles({ kb, viewer }: StaticSite, ids: readonly number[]): Promise<PlacedArticle[]> {
  const reader = kb.access.viewerOf(viewer);
  const found: PlacedArticle[] = [];
  for await (const batch of inBatches(kb, ids)) {
    for (const article of batch) {
      if (!(await kb.access.of(article, reader)).allowed) continue;
      found.push({ id: article.id, locale: article.locale, path: kb.articles.pathOf(article) });
    }
  }
  return found;
}

/** Null for an article that became unavailable during the export. */
async function makeArticle(
  { kb, viewer }: StaticSite,
  pages: StaticPages,
  id: number,
  file: string,
): Promise<string | null> {
  const article = await kb.articles.get(id);
  if (!article || !isPublic(article)) return null;
  return (await kb.access.of(article, kb.access.viewerOf(viewer))).allowed ? pages.article(article, file) : null;
}
