import { LRUCache } from 'lru-cache';
import { textStart } from '../../../../blocks.js';
import type { Database } from '../../../../database.js';
import { EXCERPT_LENGTH, truncateText } from '../../../../text.js';
import { createTurns } from '../../../../utilities.js';
import type { Article } from '../articles/article.js';
import { withoutShortcodes } from '../shortcodes.js';
import type { RenderedTexts } from './rendered-texts.js';
import type { MeasuredContent, RenderedContent, Rendering, Source } from './rendering.js';

/** Article data required for rendering. */
export type RenderedArticle = Pick<Article, 'id' | 'version'> & Source;

/**
 * Cache of rendered articles, shared by all readers.
 * Recently used ones are in memory, the rest in the database, where each save puts them. An article is rendered on
 * demand only if it is in neither.
 */
export interface ArticleContent {
  /** Returns the text from memory or renders it, which is slower than {@link ArticleContent.load}. */
  of(article: RenderedArticle): Promise<RenderedContent>;
  /** Returns the text from memory, or null. */
  atHand(article: RenderedArticle): RenderedContent | null;
  /** Loads texts into memory, with one query for each 25 missing ones. */
  load(articles: readonly RenderedArticle[]): Promise<void>;
  /** Renders the article and stores it in the caller's transaction. */
  save(article: RenderedArticle, rendered: RenderedContent): Promise<void>;
  /** Clears the memory cache. */
  forget(): void;
}

/** Maximum number of articles kept (LRU). */
export const KEPT_ARTICLES = 500;

/** Stored texts read in one query. SQLite reads them within a turn of the event loop. */
const READ_PER_TURN = 25;
const nextTurn = createTurns(1);

export function createArticleContent({
  rendering,
  texts,
  afterCommit,
  reload,
}: {
  readonly rendering: Rendering;
  readonly texts: RenderedTexts;
  readonly afterCommit: Database['afterCommit'];
  /** For development: keys also cover the block templates, which may change while the host runs. */
  readonly reload: boolean;
}): ArticleContent {
  const cache = new LRUCache<string, RenderedContent>({ max: KEPT_ARTICLES });
  /** Renderings in progress, shared by requests for the same text. */
  const pending = new Map<string, Promise<RenderedContent>>();
  const nameOf = (article: RenderedArticle): string =>
    `${article.id}:${article.version}${reload ? ` ${rendering.madeWith(article)}` : ''}`;

  async function keep(article: RenderedArticle): Promise<RenderedContent> {
    const rendered = await rendering.render(article);
    cache.set(nameOf(article), rendered);
    texts.writeSoon({ articleId: article.id, key: rendering.keyOf(article), rendered });
    return rendered;
  }

  async function read(articles: readonly RenderedArticle[]): Promise<void> {
    const found = await texts.read(articles.map(({ id }) => id));
    for (const article of articles) {
      const text = found.get(article.id);
      // A stored text may belong to another version or release.
      if (text?.key === rendering.keyOf(article)) cache.set(nameOf(article), text.rendered);
    }
  }

  function renderOnce(article: RenderedArticle): Promise<RenderedContent> {
    const name = nameOf(article);
    const running = pending.get(name) ?? keep(article).finally(() => pending.delete(name));
    pending.set(name, running);
    return running;
  }

  return {
    forget: () => cache.clear(),
    atHand: (article) => cache.get(nameOf(article)) ?? null,
    of: async (article) => cache.get(nameOf(article)) ?? renderOnce(article),
    async load(articles) {
      const missing = articles.filter((article) => !cache.has(nameOf(article)));
      if (missing.length === 0) return;
      for (let start = 0; start < missing.length; start += READ_PER_TURN) {
        await nextTurn();
        await read(missing.slice(start, start + READ_PER_TURN));
      }
    },
    async save(article, rendered) {
      await texts.write({ articleId: article.id, key: rendering.keyOf(article), rendered });
      afterCommit(() => void cache.set(nameOf(article), rendered));
    },
  };
}

/** Measures stored with the text, so that lists need not render it. */
export function measuresOf({ wordCount, readingTime }: MeasuredContent): { wordCount: number; readingTime: number } {
  return { wordCount, readingTime };
}

/** Maximum characters of HTML that are searched for paragraphs. */
const MAX_SEARCH_TEXT = 20_000;

/** Returns the first sentences from paragraphs. Headings, code and tables make no sense out of context. */
export function openingOf(html: string, length = EXCERPT_LENGTH): string {
  let opening = '';
  let end = 0;
  while (opening.length < length / 2 && end < MAX_SEARCH_TEXT) {
    // Only running text: paragraphs of callout labels and the like have a class.
    const start = html.indexOf('<p>', end);
    end = start === -1 ? -1 : html.indexOf('</p>', start);
    if (end === -1) break;
    opening += `${textStart(html.slice(start + '<p>'.length, end), length * 4)} `;
  }
  const text = opening.trim() === '' ? textStart(html, length * 4) : opening;
  return truncateText(withoutShortcodes(text), length);
}
