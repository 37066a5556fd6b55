import { type AdminRequest, formError } from '../../../../../admin.js';
import type { User } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { completed, namesIn, numberIn } from './completed.js';

type Parts = Pick<KnowledgeBase, 'users'>;

const written = ({ id, name, login }: User): string => completed(id, `${name} (${login})`);

/** Formats users for a field, one per line. Without permission to list users, they appear as ids. */
export async function peopleLines({ users }: Parts, ids: readonly number[], request: AdminRequest): Promise<string> {
  const maySee = await request.can('list_users');
  const lines = ids.map(async (id) => {
    const user = maySee ? await users.get(id) : null;
    return user ? written(user) : String(id);
  });
  return (await Promise.all(lines)).join('\n');
}

/** Finds completions. Empty without permission to list users. */
export async function peopleFound({ users }: Parts, search: string, request: AdminRequest): Promise<string[]> {
  if (!(await request.can('list_users'))) return [];
  const { users: found } = await users.list({ search, perPage: 10 });
  return found.map(written);
}

/**
 * Resolves users by id, login or, with permission to list users, display name.
 * @param before users that may stay in any case
 * @throws HostError 422 `form_invalid` at the field for an unknown or ambiguous name
 */
export async function meantPeople(
  { users }: Parts,
  request: AdminRequest,
  text: string,
  { field, before }: { readonly field: string; readonly before: readonly number[] },
  strings: Strings,
): Promise<number[]> {
  const maySee = await request.can('list_users');
  const refuse = (key: string, typed: string): never => {
    throw formError({ [field]: strings.text(`naming.${key}`, { typed }) });
  };
  const ids: number[] = [];
  for (const typed of namesIn(text)) {
    const number = numberIn(typed);
    if (number !== null) {
      if (!before.includes(number) && !(await users.get(number))) refuse('no-person', typed);
      ids.push(number);
      continue;
    }
    const byLogin = await users.byLogin(typed);
    const named = maySee && !byLogin ? (await users.list({ search: typed, perPage: 100 })).users : [];
    const exact = byLogin ? [byLogin] : named.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
    const [only] = exact;
    if (!only) refuse('no-person', typed);
    else if (exact.length > 1) refuse('several-people', typed);
    else ids.push(only.id);
  }
  return [...new Set(ids)];
}
