import type { Users } from '../../../../access.js';

/** Returns user names by id. Deleted users are left out. */
export async function namesOf(
  users: Pick<Users, 'get'>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const uniqueIds = [...new Set(ids.flatMap((id) => id || []))];
  const people = await Promise.all(uniqueIds.map((id) => users.get(id)));
  return new Map(people.flatMap((user) => (user ? [[user.id, user.name] as const] : [])));
}
