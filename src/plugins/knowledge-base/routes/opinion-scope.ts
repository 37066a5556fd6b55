import { HostError, type RestRequest } from '../../../index.js';

/** The scope, and the one capability in it that no other scope of ours has. */
const SCOPES: ReadonlySet<string> = new Set(['kb:feedback', 'moderate_kb_feedback']);

/**
 * Everybody may have an opinion; a credential that was given away for something else may not have one in its owner's
 * name.
 * @throws HostError 403 `rest_forbidden` for one that is limited to other scopes
 */
export function assertOpinionScope({ identity }: Pick<RestRequest, 'identity'>): void {
  const scopes = identity?.scopes;
  if (scopes === undefined || scopes.some((scope) => SCOPES.has(scope))) return;
  const message = 'The credential used may not vote or write feedback: its scopes leave out "kb:feedback".';
  throw new HostError('rest_forbidden', message, { status: 403, missing_scope: 'kb:feedback' });
}
