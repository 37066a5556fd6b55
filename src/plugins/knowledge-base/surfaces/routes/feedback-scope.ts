import { HostError } from '../../../../index.js';
import type { RestRequest } from '../../../../rest.js';

/** The scope, and the one capability that only this scope has. */
const SCOPES: ReadonlySet<string> = new Set(['kb:feedback', 'moderate_kb_feedback']);

/**
 * Requires a credential limited to scopes to include the opinion scope. Otherwise it could vote in its owner's name.
 * @throws HostError 403 `rest_forbidden` for a credential limited to other scopes
 */
export function assertFeedbackScope({ identity }: Pick<RestRequest, 'identity'>): void {
  const scopes = identity?.scopes;
  if (scopes === undefined || scopes.some((scope) => SCOPES.has(scope))) return;
  const message = 'The scopes of this credential do not include "kb:feedback", which voting and feedback require.';
  throw new HostError('rest_forbidden', message, { status: 403, missing_scope: 'kb:feedback' });
}
