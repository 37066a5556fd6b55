import { type Client, createClient } from '../../../client.js';
import type { EditorConfig } from '../config.js';

/**
 * Creates a REST client that acts as the user who opened the page. Each call names that user, and the host rejects it
 * with `rest_other_user` if another user has signed in since in another tab. Checking the user beforehand would leave a
 * race.
 * @param send replacement for the global `fetch`
 */
export function createSessionClient(
  { root, userId }: Pick<EditorConfig, 'root' | 'userId'>,
  send?: typeof fetch | undefined,
): Client {
  return createClient({ root, headers: { 'X-CMS-User': String(userId) }, fetch: send });
}
