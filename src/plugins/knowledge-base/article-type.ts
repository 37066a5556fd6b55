import type { PluginContext, PostCondition, PostViewer } from '../../index.js';
import { visibleIds } from './access/visible-articles.js';
import { POST_TYPE } from './article.js';
import { neededToDelete, neededToEdit } from './capabilities.js';
import type { KnowledgeBase } from './knowledge-base.js';

/**
 * Makes articles known to the core as posts that it leaves alone: who may read one decides who sees the pictures in it,
 * wherever the media library shows them.
 */
export function registerArticleType({ content }: Pick<PluginContext, 'content'>, kb: KnowledgeBase): void {
  content.registerType({
    name: POST_TYPE,
    labels: { plural: 'Articles', singular: 'Article' },
    rest: false,
    managed: {
      async capabilities(act, user, post) {
        const isSeen = post.status === 'publish' || post.status === 'archived';
        if (act === 'delete') return neededToDelete(user, post);
        if (act === 'read' && isSeen && post.id !== undefined) {
          return (await kb.vendor_kb_can_access(post.id, user)) ? ['read'] : ['do_not_allow'];
        }
        // What lies in the trash may have been public.
        return neededToEdit(user, post, isSeen || post.status === 'trash');
      },
      readable: (viewer) => readableArticles(kb, viewer),
    },
  });
}

/** The articles that a viewer may read: by their states, and by the rules. */
async function readableArticles({ db, access }: KnowledgeBase, viewer: PostViewer): Promise<PostCondition> {
  const [byState, { closed }] = await Promise.all([
    readableByState(viewer),
    access.visibility(access.viewerOf(viewer)),
  ]);
  if (!closed) return byState;
  return (posts) => posts.and([byState(posts), posts('posts.id', 'in', visibleIds(db, closed))]);
}

/** Those that are public, and those that the viewer may edit. */
async function readableByState({ user, can }: PostViewer): Promise<PostCondition> {
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
