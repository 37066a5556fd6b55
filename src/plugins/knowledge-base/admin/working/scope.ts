import type { AdminRequest } from '../../../../index.js';
import type { Visibility } from '../../access/visibility.js';
import type { KnowledgeBase } from '../../knowledge-base.js';

/** Somebody who works on articles: a request of the admin area is one. */
export type Worker = Pick<AdminRequest, 'user' | 'reader' | 'can' | 'cookies'>;

/** Of which articles somebody is told that they want work. */
export interface WorkScope {
  readonly visibility: Visibility;
  /** Without the right to edit others' articles only one's own. */
  readonly author: number | undefined;
  /** Whether they may change what readers see. */
  readonly publishes: boolean;
}

export async function scopeOf({ access }: Pick<KnowledgeBase, 'access'>, worker: Worker): Promise<WorkScope> {
  return {
    visibility: await access.visibility(access.viewerOf(worker)),
    author: (await worker.can('edit_others_kb_articles')) ? undefined : worker.user.id,
    publishes: (await worker.can('edit_kb_articles')) && (await worker.can('publish_kb_articles')),
  };
}
