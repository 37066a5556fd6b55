import { createHash } from 'node:crypto';
import {
  type BlockFilter,
  type BlockOptions,
  type BlockReader,
  type DynamicParts,
  type MarkdownLabels,
  type OwnedBlocks,
  rendererVersion,
  renderHtml,
  type SanitizeOptions,
  type TocItem,
} from '../../blocks.js';
import { type ContentFormat, HostError, type OwnedHooks, type Site, type Strings } from '../../index.js';
import { textTooLarge } from './errors.js';
import { kbCatalogues } from './strings/catalogues.js';

/** What is made of an article's source. */
export interface RenderedContent {
  /** Sanitised. */
  readonly html: string;
  readonly toc: readonly TocItem[];
  /** Plain text, for search and excerpts. */
  readonly text: string;
  readonly wordCount: number;
  /** Blocks that depend on who reads, which `html` and `text` are without; null for none. */
  readonly dynamic: DynamicParts | null;
}

/** A text that was just rendered, with its reading time in minutes. */
export interface MeasuredContent extends RenderedContent {
  readonly readingTime: number;
}

/** A text to be rendered. The locale decides how words are counted, and the language of words that rendering adds. */
export interface Source {
  readonly content: string;
  readonly contentFormat: ContentFormat;
  readonly locale: string;
}

/** How texts are rendered, whoever is going to read them. */
export interface RenderOptions {
  /** The words that rendering adds. */
  readonly labels: MarkdownLabels;
  /** Bytes of source that are accepted. */
  readonly maxBytes: number;
}

/** What HTML is reduced to; nothing that could run code is in its power. */
export type SanitizeRules = Pick<Required<SanitizeOptions>, 'classes' | 'without'>;

/** Renders texts as this site does. */
export interface Rendering {
  /** @throws HostError 413 `vendor_kb_too_large`, `blocks_too_many`; 503 `text_too_slow`, `text_work_unavailable` */
  render(source: Source): Promise<MeasuredContent>;
  /** The HTML with the blocks that depend on who reads. */
  fill(dynamic: DynamicParts, source: Source, reader: BlockReader, filter: BlockFilter): Promise<string>;
  /**
   * Renders a text for one reader, with the filters of blocks.
   * @throws HostError like {@link Rendering.render}
   */
  renderFor(source: Source, reader: BlockReader, filter: BlockFilter): Promise<MeasuredContent>;
  /** HTML that a plugin has made of a text: sanitised, with an outline of its own. */
  clean(html: string, source: Source): Promise<MeasuredContent>;
  /** The words that rendering adds to a text. */
  labelsFor(source: Source): MarkdownLabels;
  /** What texts of this language are made with besides their sources: blocks and their templates. */
  madeWith(source: Pick<Source, 'locale'>): string;
  /** SHA-256, in hexadecimal digits, of all that the result depends on. */
  keyOf(source: Source): string;
}

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * @param origin the site's own: absolute links to it lead to no other site
 * @param strings those of the site
 * @param pages address of the knowledge base: fragments of links there are ids of articles
 */
export function createRendering({
  hooks,
  blocks,
  origin,
  strings,
  pages,
}: {
  readonly hooks: Pick<OwnedHooks, 'applyFilters'>;
  readonly blocks: Pick<OwnedBlocks, 'render' | 'renderFor' | 'fill' | 'fingerprint'>;
  readonly origin: string;
  readonly strings: Site['strings'];
  readonly pages: string;
}): Rendering {
  const renderers = rendererVersion();

  function optionsFor({ contentFormat: format, locale }: Source) {
    const about = { locale, format };
    const defaults = { labels: labelsIn(strings(locale, kbCatalogues)), maxBytes: MAX_BYTES };
    const { labels, maxBytes } = hooks.applyFilters('vendor_kb_markdown_options', defaults, about);
    const { classes, without } = hooks.applyFilters('vendor_kb_sanitize_options', { classes: {}, without: [] }, about);
    return { locale, origin, pages, labels, maxBytes, sanitize: { classes, without } };
  }

  const blockOptions = (source: Source, format: BlockOptions['format']): BlockOptions => ({
    ...optionsFor(source),
    format,
  });

  return {
    async render(source) {
      const { content, contentFormat: format } = source;
      try {
        if (format === 'html') return { ...(await renderHtml(content, optionsFor(source))), dynamic: null };
        return await blocks.render(content, blockOptions(source, format));
      } catch (error) {
        throw asTooLarge(error);
      }
    },
    fill: (dynamic, source, reader, filter) => blocks.fill(dynamic, reader, optionsFor(source), filter),
    async renderFor(source, reader, filter) {
      const { content, contentFormat: format } = source;
      if (format === 'html') return this.render(source);
      try {
        return await blocks.renderFor(content, reader, blockOptions(source, format), filter);
      } catch (error) {
        throw asTooLarge(error);
      }
    },
    clean: async (html, source) => ({ ...(await renderHtml(html, optionsFor(source))), dynamic: null }),
    labelsFor: (source) => optionsFor(source).labels,
    madeWith: ({ locale }) => blocks.fingerprint(locale),
    keyOf(source) {
      const { content, contentFormat } = source;
      const parts = JSON.stringify([renderers, blocks.fingerprint(source.locale), contentFormat, optionsFor(source)]);
      return createHash('sha256').update(`${parts}\n`).update(content).digest('hex');
    },
  };
}

function asTooLarge(error: unknown): unknown {
  return error instanceof HostError && error.code === 'markdown_too_large' ? textTooLarge(error) : error;
}

function labelsIn({ text }: Strings): MarkdownLabels {
  return {
    note: text('text.note'),
    tip: text('text.tip'),
    important: text('text.important'),
    warning: text('text.warning'),
    caution: text('text.caution'),
    table: text('text.table'),
    footnotes: text('text.footnotes'),
    backToText: text('text.back-to-text'),
    taskDone: text('text.task-done'),
    taskOpen: text('text.task-open'),
  };
}
