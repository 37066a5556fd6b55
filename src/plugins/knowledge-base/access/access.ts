import type { RestRequest } from '../../../index.js';
import { type Article, isPublic } from '../article.js';
import { articleNotFound } from '../errors.js';

/** A request, as far as it is asked who may read what. */
export type Reader = Pick<RestRequest, 'can' | 'user'>;

/** Who may read which article: the one place that everything which shows articles asks. */
export interface KbAccess {
  /**
   * The article, if this request may read it.
   * @param asked what it was asked for by, for the sentence of the error
   * @throws HostError 404 `vendor_kb_article_not_found`, also for what is there and may not be known of
   */
  readable(article: Article | null, asked: number | string, reader: Reader): Promise<Article>;
}

export function createAccess(): KbAccess {
  return {
    async readable(article, asked, reader) {
      if (article && (isPublic(article) || (await reader.can('edit_kb_article', article)))) return article;
      throw articleNotFound(asked);
    },
  };
}
