import { type BlockFilter, mayHoldBlocks, type OwnedBlocks, plainText } from '../../../../blocks.js';
import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isSafeHtml, safeHtml } from '../../../../pages.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { Article } from '../../domain/articles/article.js';
import { type ArticleContent, openingOf } from '../../domain/rendering/article-content.js';
import type { MeasuredContent, RenderedContent, Rendering, Source } from '../../domain/rendering/rendering.js';
import { withoutShortcodes } from '../../domain/shortcodes.js';
import type { BlockPages } from '../blocks/block-pages.js';
import { type KbReader, readerOf } from '../blocks/reader.js';

/** A text as a viewer sees it. */
export interface TextView extends Pick<RenderedContent, 'html' | 'toc' | 'text'> {
  /** Set if the text was made for one reader and must not be shown to others. */
  readonly isPersonal?: true;
}

/** Texts of articles as authorized viewers see them: the shared rendered text with filters applied. */
export interface ArticleTexts {
  /** Loads texts into memory, with one query for each 25 missing ones. */
  load(articles: readonly Article[]): Promise<void>;
  /** Returns the text shared by all viewers if it is in memory. Null means that `of` must be called. */
  atHand(article: Article): TextView | null;
  /**
   * Returns the text for a viewer. @param pages pages that the lists are turned to; without it lists have no page
   * links
   */
  of(article: Article, viewer: KbViewer, pages?: BlockPages | null): Promise<TextView>;
  /** Renders an article with unsaved text. Nothing is stored or cached. */
  ofDraft(article: Article, viewer: KbViewer): Promise<TextView>;
  /**
   * Renders a draft or an earlier version.
   * @param article article that the blocks refer to
   * @param reasons receives the reasons why lists are empty
   */
  preview(source: Source, viewer: KbViewer, article?: Article | null, reasons?: string[]): Promise<MeasuredContent>;
  /**
   * Returns the excerpt, or else the start of the text.
   * @param view the text, if known
   */
  excerptOf(article: Article, viewer: User | null, view?: Pick<TextView, 'html'>): Promise<string>;
  /** Returns whole minutes. */
  readingTimeOf(article: Article): number;
  /** Tells whether the text may change without a save. */
  isFiltered(): boolean;
}

export function createArticleTexts({
  content,
  rendering,
  blocks,
  hooks,
}: {
  readonly content: ArticleContent;
  readonly rendering: Rendering;
  readonly blocks: Pick<OwnedBlocks, 'areFiltered'>;
  readonly hooks: Pick<OwnedHooks, 'applyFilters' | 'applyFiltersAsync' | 'hasFilter'>;
}): ArticleTexts {
  const areBlocksFiltered = (): boolean => blocks.areFiltered() || hooks.hasFilter('vendor_kb_block_output');

  /** Applies the plugin's own block output filter, after those for all readers. */
  const outputFor =
    ({ viewer, article }: KbReader): BlockFilter =>
    (html, block) =>
      hooks.applyFiltersAsync('vendor_kb_block_output', html, block, { viewer: viewer.user, article });

  /** Renders a text with its blocks as this reader sees them. */
  async function withBlocks<Rendered extends RenderedContent>(
    source: Source,
    reader: KbReader,
    rendered: () => Promise<Rendered>,
  ): Promise<(Rendered | MeasuredContent) & Pick<TextView, 'isPersonal'>> {
    if (areBlocksFiltered() && holdsBlocks(source)) {
      return { ...(await rendering.renderFor(source, reader, outputFor(reader))), isPersonal: true };
    }
    const common = await rendered();
    if (!common.dynamic) return common;
    const html = await rendering.fill(common.dynamic, source, reader, outputFor(reader));
    return { ...common, html, isPersonal: true };
  }

  /** Applies the filters to an article's text. @param render renders the version shared by all readers */
  async function filtered(
    article: Article,
    viewer: KbViewer,
    pages: BlockPages | null,
    render: (article: Article) => Promise<RenderedContent>,
  ): Promise<TextView> {
    const reader = readerOf(article, viewer, article, pages);
    const rendered = await withBlocks(article, reader, () => render(article));
    if (!hooks.hasFilter('vendor_kb_article_content')) return rendered;
    const renderedHtml = safeHtml(rendered.html);
    const { user } = viewer;
    const filteredHtml = await hooks.applyFiltersAsync('vendor_kb_article_content', renderedHtml, article, {
      viewer: user,
    });
    if (filteredHtml === renderedHtml) return rendered;
    if (!isSafeHtml(filteredHtml)) return rendering.clean(String(filteredHtml), article);
    const html = String(filteredHtml);
    return { html, toc: rendered.toc, text: plainText(html) };
  }

  async function withToc(view: TextView, article: Article, viewer: KbViewer): Promise<TextView> {
    if (!hooks.hasFilter('vendor_kb_toc')) return view;
    const context = { viewer: viewer.user };
    return { ...view, toc: await hooks.applyFiltersAsync('vendor_kb_toc', [...view.toc], article, context) };
  }

  const isFiltered = (): boolean =>
    areBlocksFiltered() ||
    hooks.hasFilter('vendor_kb_article_content') ||
    hooks.hasFilter('vendor_kb_article_excerpt') ||
    hooks.hasFilter('vendor_kb_toc') ||
    hooks.hasFilter('vendor_kb_reading_time');

  return {
    load: content.load,
    atHand(article) {
      const common = isFiltered() ? null : content.atHand(article);
      return common?.dynamic ? null : common;
    },
    preview: (source, viewer, article = null, reasons) =>
      withBlocks(source, readerOf(source, viewer, article, null, reasons), () => rendering.render(source)),
    async of(article, viewer, pages = null) {
      await content.load([article]);
      return withToc(await filtered(article, viewer, pages, content.of), article, viewer);
    },
    async ofDraft(article, viewer) {
      return withToc(await filtered(article, viewer, null, rendering.render), article, viewer);
    },
    async excerptOf(article, viewer, view) {
      const excerpt = withoutShortcodes(article.excerpt) || openingOf((view ?? (await content.of(article))).html);
      if (!hooks.hasFilter('vendor_kb_article_excerpt')) return excerpt;
      return hooks.applyFiltersAsync('vendor_kb_article_excerpt', excerpt, article, { viewer });
    },
    readingTimeOf: (article) => hooks.applyFilters('vendor_kb_reading_time', article.readingTime, article),
    isFiltered,
  };
}

function holdsBlocks({ content, contentFormat }: Source): boolean {
  return contentFormat === 'blocks' || (contentFormat === 'markdown' && mayHoldBlocks(content));
}
