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
} from '../../../../blocks.js';
import type { ContentFormat } from '../../../../content.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { HostError, type Site } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { kbCatalogues } from '../../catalogues.js';
import { textTooLarge } from '../errors.js';

/** Result of rendering an article's source. */
export interface RenderedContent {
  /** Sanitized. */
  readonly html: string;
  readonly toc: readonly TocItem[];
  /** Plain text, for search and excerpts. */
  readonly text: string;
  readonly wordCount: number;
  /** Blocks that vary by reader, which `html` and `text` leave out; null for none. */
  readonly dynamic: DynamicParts | null;
}

/** A rendered text with its reading time in minutes. */
export interface MeasuredContent extends RenderedContent {
  readonly readingTime: number;
}

/** Text to render. The locale determines how words are counted and the language of added labels. */
export interface Source {
  readonly content: string;
  readonly contentFormat: ContentFormat;
  readonly locale: string;
}

/** Rendering options independent of the reader. */
export interface RenderOptions {
  /** Labels added by rendering. */
  readonly labels: MarkdownLabels;
  /** Maximum bytes of source. */
  readonly maxBytes: number;
}

/** Rules of the HTML sanitizer. They cannot allow anything that runs code. */
export type SanitizeRules = Pick<Required<SanitizeOptions>, 'classes' | 'without'>;

/** Renders texts with the site's settings. */
export interface Rendering {
  /**
   * Renders a text.
   * @throws HostError 413 `vendor_kb_too_large`, `blocks_too_many`; 503 `text_too_slow`, `text_work_unavailable`
   */
  render(source: Source): Promise<MeasuredContent>;
  /** Returns the HTML with the blocks that vary by reader. */
  fill(dynamic: DynamicParts, source: Source, reader: BlockReader, filter: BlockFilter): Promise<string>;
  /**
   * Renders a text for one reader, with block filters applied.
   * @throws HostError like {@link Rendering.render}
   */
  renderFor(source: Source, reader: BlockReader, filter: BlockFilter): Promise<MeasuredContent>;
  /** Sanitizes HTML that a plugin produced from a text and builds its outline. */
  clean(html: string, source: Source): Promise<MeasuredContent>;
  /** Returns the labels that rendering adds to a text. */
  labelsFor(source: Source): MarkdownLabels;
  /** Returns the version of the blocks and templates used for this language. */
  madeWith(source: Pick<Source, 'locale'>): string;
  /** Returns the SHA-256 hex digest of everything that the result depends on. */
  keyOf(source: Source): string;
}

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Creates the renderer.
 * @param origin the site's origin; absolute links to it are internal
 * @param strings strings of the site
 * @param pages URL of the knowledge base: fragments of links there are article ids
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
