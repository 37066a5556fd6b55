import type { AdminRequest } from '../../../../../admin.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Visibility } from '../../../domain/access/visibility.js';

/** A user who works on articles, such as an admin request. */
export type Worker = Pick<AdminRequest, 'user' | 'reader' | 'can' | 'cookies'>;

/** Articles whose pending work a user sees. */
export interface WorkScope {
  readonly visibility: Visibility;
  /** Author filter: users who may not edit others' articles see only their own. */
  readonly author: number | undefined;
  /** True if the user may change published content. */
  readonly publishes: boolean;
}

export async function scopeOf({ access }: Pick<KnowledgeBase, 'access'>, worker: Worker): Promise<WorkScope> {
  return {
    visibility: await access.visibility(access.viewerOf(worker)),
    author: (await worker.can('edit_others_kb_articles')) ? undefined : worker.user.id,
    publishes: (await worker.can('edit_kb_articles')) && (await worker.can('publish_kb_articles')),
  };
}

/** Paths of the work list and of the broken links, relative to the admin area. */
export const WORK_PATH = '/kb/work';

export const LINKS_PATH = '/kb/links';

export const WORK_KINDS = ['stale', 'rating', 'feedback', 'search', 'link'] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

/** An item that needs attention. */
export interface WorkItem {
  readonly kind: WorkKind;
  /** Id of the article or message; 0 for a search. */
  readonly id: number;
  readonly title: string;
  /** Path relative to the admin area. Null if the item has no page. */
  readonly to: string | null;
  /** Reason why the item is listed, in the reader's language. */
  readonly why: string;
  readonly actions: readonly {
    readonly label: string;
    readonly to: string;
    readonly query?: Record<string, unknown>;
  }[];
}
