import type { PluginContext } from '../../../../index.js';
import type { KbAccess } from '../access/access.js';
import type { Person, Readers } from '../access/readers.js';
import type { Article } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import { invalidParam } from '../errors.js';
import { feedbackNotFound } from './feedback.js';
import type { FeedbackItem } from './feedback-item.js';
import type { ReaderFeedback } from './reader-feedback.js';

/** Moderation checks shared by REST and pages. */
export interface Moderation {
  /**
   * Loads an item, limited to articles that the reader may read. @throws HostError 404 `vendor_kb_feedback_not_found`
   */
  readableItem(id: number, reader: Person): Promise<FeedbackItem>;
  /** Returns the article if the reader may read it. */
  readableArticle(id: number, reader: Person): Promise<Article | null>;
  /** Checks that a user may moderate. @throws HostError 400 `vendor_kb_invalid_param` otherwise */
  assertModerator(id: number): Promise<void>;
  /**
   * Checks that a version of an article can be named as the one that resolved the feedback.
   * @throws HostError 400 `vendor_kb_invalid_param` for a missing article or a future version
   */
  assertVersion(articleId: number, version: number | null, reader: Person): Promise<void>;
}

export function createModeration(
  { users, access }: Pick<PluginContext, 'access' | 'users'>,
  kb: { readonly access: KbAccess & Readers; readonly articles: Articles; readonly readerFeedback: ReaderFeedback },
): Moderation {
  const { articles, readerFeedback } = kb;

  async function readableArticle(id: number, reader: Person): Promise<Article | null> {
    const article = await articles.get(id);
    return article && (await kb.access.of(article, kb.access.viewerOf(reader))).allowed ? article : null;
  }

  return {
    readableArticle,
    async readableItem(id, reader) {
      const item = await readerFeedback.feedback.get(id);
      if (item && (await readableArticle(item.articleId, reader))) return item;
      throw feedbackNotFound(id);
    },
    async assertModerator(id) {
      const moderator = await users.get(id);
      if (moderator && (await access.can(moderator, 'moderate_kb_feedback'))) return;
      throw invalidParam('assigned_to', 'assigned_to must be the ID of a user who can moderate feedback.');
    },
    async assertVersion(articleId, version, reader) {
      const article = await readableArticle(articleId, reader);
      if (!article) {
        throw invalidParam(
          'article_id',
          `article_id must be the ID of an article. Article ${articleId} does not exist.`,
        );
      }
      if (version === null || version <= article.version) return;
      throw invalidParam('fixed_version', `fixed_version must be a version of the article, up to ${article.version}.`);
    },
  };
}
