import { type Client, createClient } from '../../../client.js';
import type { EditorConfig } from '../config.js';

/**
 * Calls the routes as whoever opened the page. Each call says so, and the host refuses it with `rest_other_user` when
 * somebody else has logged in since in another tab: asking first who is logged in would leave a gap in which that changes.
 * @param send in place of the global `fetch`
 */
export function createSessionClient(
  { root, userId }: Pick<EditorConfig, 'root' | 'userId'>,
  send?: typeof fetch | undefined,
): Client {
  return createClient({ root, headers: { 'X-CMS-User': String(userId) }, fetch: send });
}
