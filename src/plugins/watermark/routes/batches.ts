import type { OwnedRest } from '../../../index.js';
import { locked, unsupportedType } from '../errors.js';
import type { Outcome, SkipReason } from '../protocol/outcome.js';
import type { Watermark } from '../watermark.js';
import { BATCH_ARGS, ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';
import { BACKUP_RESULT, BATCH_RESULT, POST_RESULT, RESTORE_RESULT, SINGLE_RESULT } from './schemas.js';
import { batchView, resultView, SKIPPED, withNotes } from './views.js';

/** Registers the routes to apply, back up and restore: for one image, a post, or the library in batches. */
export function registerWorkRoutes(rest: OwnedRest, watermark: Watermark): void {
  const { batch, apply, save, restore, restoreMarked, several, errors } = watermark;
  const common = { tags: TAGS, permission: PERMISSION, strictBody: true } as const;

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/apply-watermarks',
    summary: 'Mark all pictures, some with each call',
    description:
      'Takes exactly `limit` pictures, or as many as are left, in the order of their ids. Call again with `next_offset` until `completed`. For the whole library without a caller who waits, see `POST /runs`.',
    operationId: 'applyWatermarks',
    args: {
      ...BATCH_ARGS,
      force: { type: 'boolean', default: false, description: 'Also what has this very mark.' },
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
    summary: 'Save originals, some with each call',
    description: 'Pictures whose original is saved already are compared with their checksum, and count as skipped.',
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
    handler: ({ args }) => single(args.id, () => apply(args.id), 'The picture has its mark.'),
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/bulk-process-post',
    summary: 'Mark the pictures of a post',
    description: 'Those that belong to it, its featured one, and those that its content shows.',
    operationId: 'applyWatermarksToPost',
    args: { post_id: { ...ID_ARG, required: true } },
    returns: POST_RESULT,
    handler: ({ args }) => ofPost(args.post_id, (id) => apply(id)),
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/restore',
    summary: 'Show pictures as they were before their marks',
    description:
      'One picture by `attachment_id`, those of a post by `post_id`, or some of the library with each call by `offset` and `limit`. Backups stay.',
    operationId: 'restoreImages',
    args: { ...BATCH_ARGS, attachment_id: ID_ARG, post_id: ID_ARG },
    validate(_args, { body }) {
      const given = Object.keys(typeof body === 'object' && body !== null ? body : {});
      const kinds = [['attachment_id'], ['post_id'], ['offset', 'limit', 'after_id']];
      const named = kinds.filter((names) => names.some((name) => given.includes(name)));
      return named.length <= 1 || 'Send attachment_id, or post_id, or offset and limit: one of them.';
    },
    returns: RESTORE_RESULT,
    async handler({ args, user }) {
      if (args.attachment_id !== undefined) {
        const { attachment_id: id } = args;
        const result = await single(id, () => restore(id), 'The picture is as it was before its mark.');
        const isDone = result.code === undefined;
        const tally = { processed: isDone ? 1 : 0, failed: 0, skipped: isDone ? 0 : 1, total: 1, completed: true };
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
    const { processed, failed, skipped, results } = await several(ids, work);
    const tally = { success: true, processed, failed, skipped, total: ids.length, completed: true };
    return { ...tally, post_id: postId, results: results.map(resultView) };
  }
}
