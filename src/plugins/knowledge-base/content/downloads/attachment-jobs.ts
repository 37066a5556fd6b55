import type { PluginContext } from '../../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';

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
