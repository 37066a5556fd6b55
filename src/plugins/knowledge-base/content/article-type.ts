import type { PluginContext } from '../../../index.js';
import { readableArticles } from '../domain/access/readable-articles.js';
import { POST_TYPE } from '../domain/articles/article.js';
import { neededToDelete, neededToEdit } from '../domain/capabilities.js';
import type { KnowledgeBase } from './knowledge-base.js';

/**
 * Registers articles as a post type that the core does not manage.
 * Access to an article thereby decides who sees its images in the media library.
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
        // A trashed article may have been public.
        return neededToEdit(user, post, isSeen || post.status === 'trash');
      },
      readable: (viewer) => readableArticles(kb, viewer),
    },
  });
}

/** Registers media library access, cleanup after deletions, and the flush of counts on close. */
export function startAttachmentJobs(
  { db, hooks, onClose }: PluginContext,
  { attachments, downloads, uploads }: KnowledgeBase,
): void {
  hooks.addFilter(
    'media_may_read',
    async (may, file, _user, viewer) => may && (await attachments.mayShow(file, viewer)),
  );
  hooks.addFilter('media_hidden', async (ids, viewer) => [...ids, ...(await attachments.hiddenFrom(viewer))]);
  hooks.addFilter('media_accept', (accepted, { mimeType }) => uploads.accepts(mimeType) || accepted);
  hooks.addAction('attachment_deleted', ({ id }) => attachments.forgetFile(id));
  hooks.addAction('user_deleted', async (user, reassignTo) => {
    await db.query
      .updateTable('kb_attachments')
      .set({ created_by: reassignTo ?? 0 })
      .where('created_by', '=', user.id)
      .execute();
  });
  onClose(downloads.settle);
}
