import { HostError } from '../errors.js';
import type { Post, PostStatus } from './posts.js';

export const POST_STATUSES = [
  'draft',
  'pending',
  'publish',
  'future',
  'private',
  'archived',
  'trash',
] as const satisfies readonly PostStatus[];

/** Permission required to give a post a status, besides the permission to edit it. */
export type StatusRight = 'edit' | 'publish' | 'delete';

interface State {
  /** Statuses that can follow. */
  readonly to: readonly PostStatus[];
  /** Permission required to set this status. */
  readonly takes: StatusRight;
}

/** A post in the trash can also return to its previous status. */
const STATES: Readonly<Record<PostStatus, State>> = {
  draft: { takes: 'edit', to: ['pending', 'publish', 'future', 'private', 'trash'] },
  pending: { takes: 'edit', to: ['draft', 'publish', 'future', 'private', 'trash'] },
  future: { takes: 'publish', to: ['draft', 'pending', 'publish', 'private', 'trash'] },
  publish: { takes: 'publish', to: ['draft', 'pending', 'future', 'private', 'archived', 'trash'] },
  private: { takes: 'publish', to: ['draft', 'pending', 'publish', 'future', 'archived', 'trash'] },
  archived: { takes: 'publish', to: ['draft', 'publish', 'private', 'trash'] },
  trash: { takes: 'delete', to: ['draft'] },
};

/** Statuses a new post can have. */
const INITIAL_STATUSES: readonly PostStatus[] = ['draft', 'pending', 'publish', 'future', 'private'];

/** Whether anyone may read the post by its URL. Archived posts are only left out of lists. */
export function isPublicStatus(status: PostStatus): boolean {
  return status === 'publish' || status === 'archived';
}

export function rightFor(status: PostStatus): StatusRight {
  return STATES[status].takes;
}

/** Statuses the post can change to. */
function allowedTransitions({
  status,
  statusBeforeTrash,
}: Pick<Post, 'status' | 'statusBeforeTrash'>): readonly PostStatus[] {
  const { to } = STATES[status];
  if (status !== 'trash' || statusBeforeTrash === null) return to;
  // Its scheduled date may have passed while it was in the trash.
  const isScheduled = statusBeforeTrash === 'future';
  return [...new Set<PostStatus>([statusBeforeTrash, ...(isScheduled ? ['publish' as const] : []), ...to])];
}

/**
 * @param post null for a post about to be created
 * @throws HostError 409 `rest_post_invalid_transition` with `details.allowed`
 */
export function assertTransition(post: Pick<Post, 'status' | 'statusBeforeTrash'> | null, to: PostStatus): void {
  const allowed = post ? allowedTransitions(post) : INITIAL_STATUSES;
  if (post?.status === to || allowed.includes(to)) return;
  const from = post?.status ?? 'new';
  const message = post
    ? `A post with the status "${from}" cannot change to "${to}". Allowed: ${allowed.join(', ')}.`
    : `A new post cannot have the status "${to}". Allowed: ${allowed.join(', ')}.`;
  throw new HostError('rest_post_invalid_transition', message, { status: 409, details: { from, to, allowed } });
}

/**
 * Adjusts the status to the date: publishing at a future date becomes `future`, and `future` at a past date becomes
 * `publish`. Publishing without a date uses the current time.
 * @throws HostError 400 `rest_invalid_param` for `future` without a date
 */
export function scheduled(
  status: PostStatus,
  publishedAt: Date | null,
  now: Date,
): { status: PostStatus; publishedAt: Date | null } {
  if (status !== 'publish' && status !== 'future') {
    const isDated = status === 'draft' || status === 'pending' || status === 'trash';
    return { status, publishedAt: isDated ? publishedAt : (publishedAt ?? now) };
  }
  if (status === 'future' && publishedAt === null) {
    const message = 'Set a publication date.';
    throw new HostError('rest_invalid_param', message, { status: 400, params: { date: message } });
  }
  const date = publishedAt ?? now;
  return { status: date > now ? 'future' : 'publish', publishedAt: date };
}
