import { isDeepStrictEqual } from 'node:util';
import type { Article } from '../../../domain/articles/article.js';
import type { Details } from './details.js';
import { NO_DETAILS } from './details.js';

const NAMES = Object.keys(NO_DETAILS) as (keyof Details)[];

/**
 * Finds the details of an article to update: those the source changed since the last import. Details edited here are
 * kept.
 * @param last details at the last import; null if they were never read
 * @param overwrite take the source's values in any case
 */
export function changeDetails(
  present: Article,
  details: Details,
  last: Details | null,
  overwrite: boolean,
): { readonly changes: Details; readonly isEditedHere: boolean } {
  const changes: [keyof Details, unknown][] = [];
  let isEditedHere = false;
  for (const name of NAMES) {
    const [before, after] = [last?.[name], details[name]];
    if (isDeepStrictEqual(before, after)) continue;
    const value = after === undefined ? NO_DETAILS[name] : after;
    if (isDeepStrictEqual(present[name], value)) continue;
    const isOurs = isDeepStrictEqual(present[name], before === undefined ? NO_DETAILS[name] : before);
    if (isOurs || overwrite) changes.push([name, value]);
    else isEditedHere = true;
  }
  return { changes: Object.fromEntries(changes), isEditedHere };
}
