import type { OwnedRest } from '../../../rest.js';
import { locked, unsupportedType } from '../errors.js';
import type { Outcome, SkipReason } from '../protocol/outcome.js';
import type { Watermark } from '../watermark.js';
import { BATCH_ARGS, ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';
import { BACKUP_RESULT, BATCH_RESULT, POST_RESULT, RESTORE_RESULT, SINGLE_RESULT } from './schemas.js';
import { batchView, resultView, SKIPPED, withNotes } from './views.js';

/** Registers the routes to apply, back up and restore: for one image, a post, or the library in batches. */
export function registerWorkRoutes(rest: OwnedRest, watermark: Watermark): void {
  const { settings, batch, apply, save, restore, restoreMarked, concurrentWork, errors } = watermark;
  const common = { tags: TAGS, permission: PERMISSION, strictBody: true } as const;

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/apply-watermarks',
    summary: 'Mark all images in batches',
    description:
      'Processes exactly `limit` images, or the remaining ones, ordered by ID. Call again with `next_offset` until `completed`. To process the whole library in the background, see `POST /runs`.',
    operationId: 'applyWatermarks',
    args: {
      ...BATCH_ARGS,
      force: { type: 'boolean', default: false, description: 'Mark images again that already have this mark.' },
    },
    returns: BATCH_RESULT,
    async handler({ args, user }) {
      const start = { offset: args.offset, limit: args.limit, afterId: args.after_id };
      return batchView(await batch(user.id, 'apply', start, (id) => apply(id, { force: args.force })));
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/backup',
    summary: 'Back up originals in batches',
    description: 'Images with a backup are compared by checksum and count as skipped.',
    operationId: 'backupImages',
    args: BATCH_ARGS,
    returns: BACKUP_RESULT,
    async handler({ args, user }) {
      const start = { offset: args.offset, limit: args.limit, afterId: args.after_id };
      const result = batchView(await batch(user.id, 'backup', start, (id) => save(id)));
      return { ...result, bytes: (await watermark.backups.count()).bytes };
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/apply-single/{id}',
    summary: 'Mark a picture',
    operationId: 'applyWatermark',
    args: { id: ID_ARG },
    returns: SINGLE_RESULT,
    handler: ({ args }) => single(args.id, () => apply(args.id), 'The image was marked.'),
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/bulk-process-post',
    summary: 'Mark the images of a post',
    description: 'Attached images, the featured image, and images in its content.',
    operationId: 'applyWatermarksToPost',
    args: { post_id: { ...ID_ARG, required: true } },
    returns: POST_RESULT,
    async handler({ args }) {
      await settings.assertDrawable();
      return ofPost(args.post_id, (id) => apply(id));
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/restore',
    summary: 'Restore images without their marks',
    description:
      'A single image by `attachment_id`, images of a post by `post_id`, or a batch of the library by `offset` and `limit`. Backups stay.',
    operationId: 'restoreImages',
    args: { ...BATCH_ARGS, attachment_id: ID_ARG, post_id: ID_ARG },
    validate(_args, { body }) {
      const members = Object.keys(typeof body === 'object' && body !== null ? body : {});
      const kinds = [['attachment_id'], ['post_id'], ['offset', 'limit', 'after_id']];
      const named = kinds.filter((names) => names.some((name) => members.includes(name)));
      return named.length <= 1 || 'Send attachment_id, or post_id, or offset and limit.';
    },
    returns: RESTORE_RESULT,
    async handler({ args, user }) {
      if (args.attachment_id !== undefined) {
        const { attachment_id: id } = args;
        const result = await single(id, () => restore(id), 'The image has no mark.');
        const isDone = result.code === undefined;
        const tally = { processed: 1, failed: 0, skipped: isDone ? 0 : 1, total: 1, completed: true };
        return { ...result, ...tally };
      }
      if (args.post_id !== undefined) return ofPost(args.post_id, (id) => restore(id));
      const start = { offset: args.offset, limit: args.limit, afterId: args.after_id };
      return batchView(await batch(user.id, 'restore', start, (id) => restoreMarked(id)));
    },
  });

  async function single(id: number, work: () => Promise<Outcome>, message: string) {
    const outcome = await work().catch(async (error: unknown) => {
      await errors.record(id, error);
      throw error;
    });
    if (outcome.done) {
      const { notes } = outcome;
      return { success: true, message: withNotes(message, notes), ...(notes.length > 0 && { notes }) };
    }
    await refuse(id, outcome.reason);
    return { success: outcome.reason === 'up_to_date', message: SKIPPED[outcome.reason], code: outcome.reason };
  }

  /** Throws for reasons that are normal in bulk, but errors for a single image. */
  async function refuse(id: number, reason: SkipReason): Promise<void> {
    if (reason === 'locked') throw locked(id);
    if (reason === 'unsupported_type') throw unsupportedType((await watermark.attachment(id)).mimeType);
    if (reason === 'gone') await watermark.attachment(id);
  }

  async function ofPost(postId: number, work: (id: number) => Promise<Outcome>) {
    const ids = await watermark.ofPost(postId);
    const { processed: changed, failed, skipped, results } = await concurrentWork(ids, work);
    const tally = { success: true, processed: changed + skipped, failed, skipped, total: ids.length, completed: true };
    return { ...tally, post_id: postId, results: results.map(resultView) };
  }
}
