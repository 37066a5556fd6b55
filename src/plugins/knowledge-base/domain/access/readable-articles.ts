import type { PostCondition, PostViewer } from '../../../../content.js';
import type { Database } from '../../../../database.js';
import { POST_TYPE } from '../articles/article.js';
import type { KbAccess } from './access.js';
import type { Readers } from './readers.js';
import { visibleIds } from './visible-articles.js';

interface Parts {
  readonly access: KbAccess & Readers;
  readonly db: Database;
}

/** Subquery of article ids, for queries about related rows. */
export type ArticleIds = Awaited<ReturnType<typeof readableIds>>;

/** Selects the ids of the articles that a viewer may read, in any status. */
export async function readableIds(kb: Parts, viewer: PostViewer) {
  const condition = await readableArticles(kb, viewer);
  return kb.db.query.selectFrom('posts').select('posts.id').where('posts.type', '=', POST_TYPE).where(condition);
}

/** Builds the condition for articles that a viewer may read, by status and by rules. */
export async function readableArticles({ db, access }: Parts, viewer: PostViewer): Promise<PostCondition> {
  const [byState, { closed }] = await Promise.all([
    readableByState(viewer),
    access.visibility(access.viewerOf(viewer)),
  ]);
  if (!closed) return byState;
  return (posts) => posts.and([byState(posts), posts('posts.id', 'in', visibleIds(db, closed))]);
}

/** Matches public articles and those the viewer may edit. */
async function readableByState({ reader: user, can }: PostViewer): Promise<PostCondition> {
  const editsOwn = user !== null && (await can('edit_kb_articles'));
  const editsAll = editsOwn && (await can('edit_others_kb_articles'));
  const editsPublic = editsOwn && (await can('publish_kb_articles'));
  return (posts) => {
    const isPublic = posts('posts.status', 'in', ['publish', 'archived']);
    if (!user || !editsOwn) return isPublic;
    const hidden = editsPublic
      ? (['draft', 'pending', 'future', 'trash'] as const)
      : (['draft', 'pending', 'future'] as const);
    const isHidden = posts('posts.status', 'in', hidden);
    const isEdited = editsAll ? isHidden : posts.and([isHidden, posts('posts.author_id', '=', user.id)]);
    return posts.or([isPublic, isEdited]);
  };
}
