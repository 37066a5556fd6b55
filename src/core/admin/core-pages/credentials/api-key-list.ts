import type { ApiKey } from '../../../identity/api-keys.js';
import type { Users } from '../../../identity/users.js';
import type { AdminRequest } from '../../admin-page.js';
import { listQuery } from '../../list-query.js';
import { type ListRow, type ListTableData, listTable } from '../../list-table.js';
import { credentialCells } from './credential-texts.js';
import { pageOf } from './parts.js';

/**
 * Builds a list of API keys.
 * @param options.path path of the list, below which each key has a page
 * @param options.users lookup of the users that the keys act for; null if all act for the viewer
 */
export async function apiKeyList(
  request: AdminRequest,
  keys: readonly ApiKey[],
  { path, users }: { readonly path: string; readonly users: Pick<Users, 'get'> | null },
): Promise<ListTableData> {
  const { strings, link } = request;
  const { text } = strings;
  const query = listQuery(request);
  const rows: ListRow[] = [];
  for (const key of pageOf(keys, query)) {
    const mayManage = await request.can('manage_api_key', key);
    const target = link(`${path}/${key.id}`);
    const owner = users && key.userId !== null ? await users.get(key.userId) : null;
    rows.push({
      id: key.id,
      label: key.name,
      cells: {
        name: { text: key.name, note: key.prefix, ...(mayManage ? { link: target } : {}) },
        user: owner?.login ?? text('api-keys.nobody'),
        ...credentialCells(key, strings),
      },
      actions: mayManage
        ? [
            { label: text('api-keys.rotate'), link: target },
            { label: text('credentials.revoke'), link: target, danger: true },
          ]
        : [],
    });
  }
  return listTable(request, query, {
    caption: text('api-keys.title'),
    columns: [
      { name: 'name', label: text('credentials.name') },
      ...(users ? [{ name: 'user', label: text('api-keys.user') }] : []),
      { name: 'scopes', label: text('credentials.scopes') },
      { name: 'used', label: text('credentials.used') },
      { name: 'expires', label: text('credentials.expires') },
    ],
    rows,
    total: keys.length,
    empty: {
      text: text('api-keys.none'),
      action: { label: text('api-keys.add'), link: link(`${path}/add`) },
    },
  });
}
