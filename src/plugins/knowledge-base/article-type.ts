import type { Content, PostCondition, PostViewer } from '../../index.js';
import { POST_TYPE } from './article.js';
import { neededToDelete, neededToEdit } from './capabilities.js';

/**
 * Makes articles known to the core as posts that it leaves alone: who may read one decides who sees the pictures in it,
 * wherever the media library shows them.
 */
export function registerArticleType(content: Pick<Content, 'registerType'>): void {
  content.registerType({
    name: POST_TYPE,
    labels: { plural: 'Articles', singular: 'Article' },
    rest: false,
    managed: {
      capabilities(act, user, post) {
        const isSeen = post.status === 'publish' || post.status === 'archived';
        if (act === 'delete') return neededToDelete(user, post);
        if (act === 'read' && isSeen) return ['read'];
        // What lies in the trash may have been public.
        return neededToEdit(user, post, isSeen || post.status === 'trash');
      },
      readable: readableArticles,
    },
  });
}

/** The articles that a viewer may read by their states: those that are public, and those that the viewer may edit. */
async function readableArticles({ user, can }: PostViewer): Promise<PostCondition> {
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
