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

/** What somebody needs of a post, besides the right to edit it, to put it into a state. */
export type StatusRight = 'edit' | 'publish' | 'delete';

interface State {
  /** Where a post may go from here. */
  readonly to: readonly PostStatus[];
  /** The right that it takes to get here. */
  readonly takes: StatusRight;
}

/** From the trash a post also goes back where it came from. */
const STATES: Readonly<Record<PostStatus, State>> = {
  draft: { takes: 'edit', to: ['pending', 'publish', 'future', 'private', 'trash'] },
  pending: { takes: 'edit', to: ['draft', 'publish', 'future', 'private', 'trash'] },
  future: { takes: 'publish', to: ['draft', 'pending', 'publish', 'private', 'trash'] },
  publish: { takes: 'publish', to: ['draft', 'pending', 'future', 'private', 'archived', 'trash'] },
  private: { takes: 'publish', to: ['draft', 'pending', 'publish', 'future', 'archived', 'trash'] },
  archived: { takes: 'publish', to: ['draft', 'publish', 'private', 'trash'] },
  trash: { takes: 'delete', to: ['draft'] },
};

/** The states that a new post can begin in. */
const INITIAL_STATUSES: readonly PostStatus[] = ['draft', 'pending', 'publish', 'future', 'private'];

/** Everybody may read it, at least by its address: what is archived is left out of lists alone. */
export function isPublicStatus(status: PostStatus): boolean {
  return status === 'publish' || status === 'archived';
}

export function rightFor(status: PostStatus): StatusRight {
  return STATES[status].takes;
}

/** The states that a post may be put into now. */
function allowedTransitions({
  status,
  statusBeforeTrash,
}: Pick<Post, 'status' | 'statusBeforeTrash'>): readonly PostStatus[] {
  const { to } = STATES[status];
  if (status !== 'trash' || statusBeforeTrash === null) return to;
  // The time of what waited may have come in the meantime.
  const isScheduled = statusBeforeTrash === 'future';
  return [...new Set<PostStatus>([statusBeforeTrash, ...(isScheduled ? ['publish' as const] : []), ...to])];
}

/**
 * @param post null for one that is about to be created
 * @throws HostError 409 `rest_post_invalid_transition` with `details.allowed`
 */
export function assertTransition(post: Pick<Post, 'status' | 'statusBeforeTrash'> | null, to: PostStatus): void {
  const allowed = post ? allowedTransitions(post) : INITIAL_STATUSES;
  if (post?.status === to || allowed.includes(to)) return;
  const from = post?.status ?? 'new';
  const message = post
    ? `A post in the state "${from}" cannot become "${to}". Possible now: ${allowed.join(', ')}.`
    : `A new post cannot begin as "${to}". Possible are ${allowed.join(', ')}.`;
  throw new HostError('rest_post_invalid_transition', message, { status: 409, details: { from, to, allowed } });
}

/**
 * The state that a date makes of one: what is to be published at a time that is still to come waits for it, and what
 * waits for a time that has passed is published. Without a date, publishing is now.
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
    const message = 'Say when it is to be published.';
    throw new HostError('rest_invalid_param', message, { status: 400, params: { date: message } });
  }
  const date = publishedAt ?? now;
  return { status: date > now ? 'future' : 'publish', publishedAt: date };
}
