import { LRUCache } from 'lru-cache';
import type { Hooks } from '../../hooks/hooks.js';
import { HostError } from '../errors.js';
import type { SanitizeOptions } from '../html/sanitize.js';
import type { Post } from './posts.js';
import { EXCERPT_LENGTH, truncateText } from './truncate-text.js';
import './hooks.js';

/** Text processing that the core does not implement. The package supplies it. */
export interface TextTools {
  /** Renders Markdown to HTML that is safe to show. */
  readonly markdown: (source: string, options: { readonly locale: string; readonly origin: string }) => Promise<string>;
  /** Reduces HTML to markup that is safe to show, without blocking the event loop. */
  readonly sanitize: (html: string, options?: SanitizeOptions) => Promise<string>;
  /** Returns the start of the text of safe HTML: at least `length` characters, if it has so many. */
  readonly textStart: (html: string, length: number) => string;
}

type Source = Pick<Post, 'content' | 'contentFormat' | 'locale'>;

/** Renders the texts of posts. */
export interface Rendering {
  /**
   * Renders a text to HTML that is safe to show, also one of an author who may write unfiltered HTML.
   * @throws HostError 503 `text_too_slow`, `text_work_unavailable`
   */
  html(text: Source): Promise<string>;
  /** Returns the content as HTML, filtered by `the_content`. */
  content(post: Post): Promise<string>;
  /** Returns the excerpt as plain text: the author's own, or the beginning of the content. */
  excerpt(post: Post): Promise<string>;
}

/** Maximum size of a content in bytes. Longer ones take too long to render. */
const MAX_CONTENT_BYTES = 2 * 1024 * 1024;
/** Maximum size of the render cache, in characters of source and result. */
const MAX_CACHED_CHARACTERS = 32_000_000;

export function createRendering({
  tools,
  origin,
  hooks,
}: {
  readonly tools: TextTools;
  readonly origin: string;
  readonly hooks: Pick<Hooks, 'applyFiltersAsync'>;
}): Rendering {
  // Keyed by the text itself: equal texts have equal HTML, in any post and version.
  const cache = new LRUCache<string, string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  });

  async function htmlOf({ content, contentFormat, locale }: Source): Promise<string> {
    if (content === '') return '';
    const key = `${contentFormat}:${locale}:${content}`;
    let html = cache.get(key);
    if (html === undefined) {
      html = await (contentFormat === 'markdown'
        ? tools.markdown(content, { locale, origin })
        : tools.sanitize(content, { origin }));
      cache.set(key, html);
    }
    return html;
  }

  return {
    html: htmlOf,
    async content(post) {
      // Stored HTML was sanitized when it was saved, or its author may write unfiltered HTML.
      const html = post.contentFormat === 'html' ? post.content : await htmlOf(post);
      return hooks.applyFiltersAsync('the_content', html, post);
    },
    async excerpt(post) {
      if (post.excerpt !== '') return post.excerpt;
      return truncateText(tools.textStart(await htmlOf(post), EXCERPT_LENGTH * 4));
    },
  };
}

/** @throws HostError 413 `rest_post_too_large` */
export function assertRenderable(content: string): void {
  const bytes = Buffer.byteLength(content);
  if (bytes <= MAX_CONTENT_BYTES) return;
  const message = `This content has ${bytes} bytes; the maximum is ${MAX_CONTENT_BYTES}. Split it into several posts.`;
  throw new HostError('rest_post_too_large', message, { status: 413, bytes, limit: MAX_CONTENT_BYTES });
}
