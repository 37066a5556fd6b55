import { HostError } from '../../../../index.js';
import type { Article } from '../../domain/articles/article.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Permissions of the user who imports. */
export interface ImportRights {
  /**
   * Whether the import may set access rules.
   * @default true
   */
  readonly canManageAccess?: boolean | undefined;
  /**
   * Whether the import may change synonyms and promotions.
   * @default true
   */
  readonly canManageSearch?: boolean | undefined;
}

interface Run extends ImportRights {
  readonly kb: Pick<KnowledgeBase, 'access' | 'categories'>;
}

/**
 * Rejects an item that brings an access rule, or that would change a restricted article, without the permission.
 * @param hasAccess whether the source sets an access rule
 * @throws HostError 403 `rest_forbidden`
 */
export function assertMayImport(run: Run, hasAccess: boolean, present: Article | null): void {
  assertAllowed(run, hasAccess || (present !== null && run.kb.access.isGuarded(present)));
}

/**
 * Same check for a category.
 * @param present id of the existing category; undefined for a new one
 */
export function assertMayImportCategory(run: Run, brings: boolean, present: number | undefined): void {
  const { ofCategory } = run.kb.access.rules.snapshot();
  const above = present === undefined ? [] : run.kb.categories.tree().ancestry(present);
  assertAllowed(run, brings || above.some(({ id }) => ofCategory.has(id)));
}

function assertAllowed({ canManageAccess = true }: ImportRights, isAboutAccess: boolean): void {
  if (canManageAccess || !isAboutAccess) return;
  const message =
    'It has an access rule in the source or here, and your account cannot manage access. It was not changed.';
  throw new HostError('rest_forbidden', message, { status: 403, missing_capability: 'manage_kb_access' });
}
