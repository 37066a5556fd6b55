import type { Article } from './article.js';
import type { ArticleStore } from './article-store.js';
import type { ArticlesParts } from './articles.js';
import { CONTENT_VERSION } from './categories.js';
import { searchChanged } from './search-changes.js';

/** Takes articles out for good. */
export interface ArticleRemoval {
  /** Deletes for good; to move an article to the trash, update its status. */
  delete(id: number): Promise<Article>;
}

/** What has rows of an article; they go with it. */
const TABLES = ['kb_article_tags', 'kb_revisions', 'kb_article_figures'] as const;

export function createArticleRemoval(
  { db, content, versions, redirects }: ArticlesParts,
  { locked }: ArticleStore,
): ArticleRemoval {
  return {
    async delete(id) {
      return db.transaction(async () => {
        const article = await locked(id);
        for (const table of TABLES) await db.query.deleteFrom(table).where('article_id', '=', id).execute();
        await db.query.deleteFrom('kb_sources').where('kind', '=', 'article').where('target_id', '=', id).execute();
        await redirects.removeTarget('article', id);
        await db.query.deleteFrom('kb_articles').where('id', '=', id).execute();
        await content.posts.delete(id);
        await searchChanged(db, id);
        await versions.bump(CONTENT_VERSION);
        return article;
      });
    },
  };
}
