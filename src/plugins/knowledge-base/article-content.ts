import { LRUCache } from 'lru-cache';
import { plainText } from '../../blocks.js';
import { beginningOf, type Database, EXCERPT_LENGTH } from '../../index.js';
import type { Article } from './article.js';
import type { RenderedTexts } from './rendered-texts.js';
import type { MeasuredContent, RenderedContent, Rendering, Source } from './rendering.js';

/** What rendering an article takes. */
export type RenderedArticle = Pick<Article, 'id' | 'version'> & Source;

/**
 * The rendered texts of articles, the same for everybody who may read them. What was asked for last is in memory, the rest
 * in the database, where a save puts it; only what is in neither is rendered when it is asked for.
 */
export interface ArticleContent {
  /** What is in memory; else it is rendered, which takes longer than {@link ArticleContent.load}. */
  of(article: RenderedArticle): Promise<RenderedContent>;
  /** What is in memory; null for nothing. */
  atHand(article: RenderedArticle): RenderedContent | null;
  /** Has the texts of these in memory, with one query for those that are not. */
  load(articles: readonly RenderedArticle[]): Promise<void>;
  /** Renders and keeps it in the caller's transaction. */
  save(article: RenderedArticle, rendered: RenderedContent): Promise<void>;
  /** What is in memory is read again. */
  forget(): void;
}

/** Of so many articles, those that were asked for last. */
export const KEPT_ARTICLES = 500;

export function createArticleContent({
  rendering,
  texts,
  afterCommit,
  reload,
}: {
  readonly rendering: Rendering;
  readonly texts: RenderedTexts;
  readonly afterCommit: Database['afterCommit'];
  /** For development: the templates of blocks change while the host runs. */
  readonly reload: boolean;
}): ArticleContent {
  const kept = new LRUCache<string, RenderedContent>({ max: KEPT_ARTICLES });
  /** Renderings under way, which requests for the same text share. */
  const pending = new Map<string, Promise<RenderedContent>>();
  const nameOf = (article: RenderedArticle): string =>
    `${article.id}:${article.version}${reload ? ` ${rendering.madeWith(article)}` : ''}`;

  async function keep(article: RenderedArticle): Promise<RenderedContent> {
    const rendered = await rendering.render(article);
    kept.set(nameOf(article), rendered);
    texts.writeSoon({ articleId: article.id, key: rendering.keyOf(article), rendered });
    return rendered;
  }

  function renderOnce(article: RenderedArticle): Promise<RenderedContent> {
    const name = nameOf(article);
    const running = pending.get(name) ?? keep(article).finally(() => pending.delete(name));
    pending.set(name, running);
    return running;
  }

  return {
    forget: () => kept.clear(),
    atHand: (article) => kept.get(nameOf(article)) ?? null,
    of: async (article) => kept.get(nameOf(article)) ?? renderOnce(article),
    async load(articles) {
      const missing = articles.filter((article) => !kept.has(nameOf(article)));
      if (missing.length === 0) return;
      const found = await texts.read(missing.map(({ id }) => id));
      for (const article of missing) {
        const text = found.get(article.id);
        // A text in the table may be that of another version, or made by another release.
        if (text?.key === rendering.keyOf(article)) kept.set(nameOf(article), text.rendered);
      }
    },
    async save(article, rendered) {
      await texts.write({ articleId: article.id, key: rendering.keyOf(article), rendered });
      afterCommit(() => void kept.set(nameOf(article), rendered));
    },
  };
}

/** What is stored beside the text, so that lists need not render it. */
export function measuresOf({ wordCount, readingTime }: MeasuredContent): { wordCount: number; readingTime: number } {
  return { wordCount, readingTime };
}

/** The first sentences of a text that stand in paragraphs: headings, code and tables say nothing out of their place. */
export function openingOf({ html, text }: Pick<RenderedContent, 'html' | 'text'>, length = EXCERPT_LENGTH): string {
  let opening = '';
  for (const piece of html.split('</p>').slice(0, -1)) {
    // Only paragraphs of running text: labels of callouts and the like have a class.
    const start = piece.indexOf('<p>');
    if (start === -1) continue;
    opening += `${plainText(piece.slice(start + '<p>'.length))} `;
    if (opening.length >= length / 2) break;
  }
  return beginningOf(opening.trim() === '' ? text : opening, length);
}
