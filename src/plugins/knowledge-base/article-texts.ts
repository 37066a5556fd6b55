import { type BlockFilter, mayHoldBlocks, type OwnedBlocks, plainText } from '../../blocks.js';
import { isSafeHtml, type OwnedHooks, safeHtml, type User } from '../../index.js';
import type { KbViewer } from './access/viewer.js';
import type { Article } from './article.js';
import { type ArticleContent, openingOf } from './article-content.js';
import type { BlockPages } from './blocks/block-pages.js';
import { type KbReader, readerOf } from './blocks/reader.js';
import type { MeasuredContent, RenderedContent, Rendering, Source } from './rendering.js';

/** A text as somebody sees it. */
export interface ShownText extends Pick<RenderedContent, 'html' | 'toc' | 'text'> {
  /** It was made for one reader, and nobody else may be shown it. */
  readonly isPersonal?: true;
}

/** The texts of articles as viewers who may read them see them: what is kept for everybody, and what filters make of it. */
export interface ArticleTexts {
  /** Has the texts of these at hand, with one query for those that are not. */
  load(articles: readonly Article[]): Promise<void>;
  /** The text that everybody sees, where it is in memory; null where `of` has to be asked. */
  atHand(article: Article): ShownText | null;
  /** @param pages what its lists are turned to; without it nobody can turn them */
  of(article: Article, viewer: KbViewer, pages?: BlockPages | null): Promise<ShownText>;
  /** An article as it would be, with a text that is stored nowhere: nothing of it is kept. */
  ofDraft(article: Article, viewer: KbViewer): Promise<ShownText>;
  /**
   * A text that is no article's, or not yet: drafts and earlier versions.
   * @param article what it is a part of, as far as its blocks ask
   * @param reasons gets why its lists have nothing to show
   */
  preview(source: Source, viewer: KbViewer, article?: Article | null, reasons?: string[]): Promise<MeasuredContent>;
  /**
   * What is said of it: its own words, or the beginning of its text.
   * @param shown the text, where it is known
   */
  excerptOf(article: Article, viewer: User | null, shown?: Pick<ShownText, 'html' | 'text'>): Promise<string>;
  /** Whole minutes. */
  readingTimeOf(article: Article): number;
  /** Whether what is shown may change without a save. */
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

  /** What the plugin's own filter makes of blocks, behind those of all. */
  const outputFor =
    ({ viewer, article }: KbReader): BlockFilter =>
    (html, block) =>
      hooks.applyFiltersAsync('vendor_kb_block_output', html, block, { viewer: viewer.user, article });

  /** A text with its blocks as this reader sees them. */
  async function withBlocks<Rendered extends RenderedContent>(
    source: Source,
    reader: KbReader,
    rendered: () => Promise<Rendered>,
  ): Promise<(Rendered | MeasuredContent) & Pick<ShownText, 'isPersonal'>> {
    if (areBlocksFiltered() && holdsBlocks(source)) {
      return { ...(await rendering.renderFor(source, reader, outputFor(reader))), isPersonal: true };
    }
    const common = await rendered();
    if (!common.dynamic) return common;
    const html = await rendering.fill(common.dynamic, source, reader, outputFor(reader));
    return { ...common, html, isPersonal: true };
  }

  /** @param render makes what is the same for everybody */
  async function filtered(
    article: Article,
    viewer: KbViewer,
    pages: BlockPages | null,
    render: (article: Article) => Promise<RenderedContent>,
  ): Promise<ShownText> {
    const reader = readerOf(article, viewer, article, pages);
    const rendered = await withBlocks(article, reader, () => render(article));
    if (!hooks.hasFilter('vendor_kb_article_content')) return rendered;
    const given = safeHtml(rendered.html);
    const { user } = viewer;
    const shown = await hooks.applyFiltersAsync('vendor_kb_article_content', given, article, { viewer: user });
    if (shown === given) return rendered;
    if (!isSafeHtml(shown)) return rendering.clean(String(shown), article);
    const html = String(shown);
    return { html, toc: rendered.toc, text: plainText(html) };
  }

  async function withToc(shown: ShownText, article: Article, viewer: KbViewer): Promise<ShownText> {
    if (!hooks.hasFilter('vendor_kb_toc')) return shown;
    const context = { viewer: viewer.user };
    return { ...shown, toc: await hooks.applyFiltersAsync('vendor_kb_toc', [...shown.toc], article, context) };
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
    async excerptOf(article, viewer, shown) {
      const excerpt = article.excerpt || openingOf(shown ?? (await content.of(article)));
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
