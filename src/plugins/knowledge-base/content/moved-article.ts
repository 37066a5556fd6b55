import type { KbViewer } from '../domain/access/viewer.js';
import { type Article, isPublic } from '../domain/articles/article.js';
import type { KnowledgeBase } from './knowledge-base.js';

/**
 * Finds the article that an old path redirects to. Null if there is none or it is hidden from the viewer.
 * @param place path below the knowledge base where no page exists
 */
export async function movedArticle(
  { access, articles, categories, redirects }: Pick<KnowledgeBase, 'access' | 'articles' | 'categories' | 'redirects'>,
  { locale, path }: { readonly locale: string; readonly path: string },
  viewer: KbViewer,
): Promise<Article | null> {
  const target = await redirects.find(locale, path);
  const category = target?.kind === 'category' ? categories.tree().get(target.targetId) : undefined;
  const article =
    target?.kind === 'article'
      ? await articles.get(target.targetId)
      : category && (await articles.byPath(category.locale, `${category.path}/${target?.rest}`));
  if (!article || !isPublic(article)) return null;
  return (await access.of(article, viewer)).status === 404 ? null : article;
}
