import { HostError } from '../../../index.js';
import type { Article } from '../article.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Whose import it is, as far as it says more than what articles say. */
export interface ImportRights {
  /** Whether whoever imports may say who reads what; default true, as at the command line. */
  readonly canManageAccess?: boolean | undefined;
  /** The same of which words mean the same in searches, and what comes first. */
  readonly canManageSearch?: boolean | undefined;
}

interface Run extends ImportRights {
  readonly kb: Pick<KnowledgeBase, 'access' | 'categories'>;
}

/**
 * Without that right an import brings no rule, and leaves alone what one guards here: it might open it.
 * @param brings whether the source says who may read it
 * @throws HostError 403 `rest_forbidden`
 */
export function assertMayImport(run: Run, brings: boolean, present: Article | null): void {
  assertAllowed(run, brings || (present !== null && run.kb.access.isGuarded(present)));
}

/** The same of a category. @param present its id here; undefined for a new one */
export function assertMayImportCategory(run: Run, brings: boolean, present: number | undefined): void {
  const { ofCategory } = run.kb.access.rules.snapshot();
  const above = present === undefined ? [] : run.kb.categories.tree().ancestry(present);
  assertAllowed(run, brings || above.some(({ id }) => ofCategory.has(id)));
}

function assertAllowed({ canManageAccess = true }: ImportRights, isAboutAccess: boolean): void {
  if (canManageAccess || !isAboutAccess) return;
  const message = 'A rule says who may read it, in the source or here, and your account may not. It was left as it is.';
  throw new HostError('rest_forbidden', message, { status: 403, missing_capability: 'manage_kb_access' });
}
