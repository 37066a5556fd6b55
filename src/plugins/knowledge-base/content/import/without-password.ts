import { changeFrontMatter } from '../export/front-matter.js';
import { parseFrontMatter } from './front-matter.js';
import type { ImportItem } from './item.js';

/** Removes a password from an item. Passwords are stored only as slow hashes in rules. */
export function withoutPassword(item: ImportItem): ImportItem {
  if (item.access?.password === undefined) return item;
  const { password: _, ...access } = item.access;
  const named = Object.entries(parseFrontMatter(item.head).data).find(([key]) => key.toLowerCase() === 'access');
  if (!named) return { ...item, access };
  const { password: _password, ...rest } = named[1] as Record<string, unknown>;
  return { ...item, access, head: changeFrontMatter(item.head, [[named[0], rest]]) };
}
