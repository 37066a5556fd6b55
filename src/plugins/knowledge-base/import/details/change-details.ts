import { isDeepStrictEqual } from 'node:util';
import type { Article } from '../../article.js';
import { type Details, NO_DETAILS } from './resolve-details.js';

const NAMES = Object.keys(NO_DETAILS) as (keyof Details)[];

/**
 * What of an article's details changes with a source: what the source says otherwise than last time. What somebody
 * changed here since is left to them.
 * @param last what the source said then; null where it was never asked
 * @param overwrite take what the source says in any case
 */
export function changeDetails(
  present: Article,
  wanted: Details,
  last: Details | null,
  overwrite: boolean,
): { readonly changes: Details; readonly isEditedHere: boolean } {
  const changes: [keyof Details, unknown][] = [];
  let isEditedHere = false;
  for (const name of NAMES) {
    const [before, after] = [last?.[name], wanted[name]];
    if (isDeepStrictEqual(before, after)) continue;
    const value = after === undefined ? NO_DETAILS[name] : after;
    if (isDeepStrictEqual(present[name], value)) continue;
    const isOurs = isDeepStrictEqual(present[name], before === undefined ? NO_DETAILS[name] : before);
    if (isOurs || overwrite) changes.push([name, value]);
    else isEditedHere = true;
  }
  return { changes: Object.fromEntries(changes), isEditedHere };
}
