import type { Media } from '../../../index.js';
import type { Abandoned, Journal } from './journal.js';

/**
 * Removes the files that killed processes have made and not shown. What they worked on is as it was.
 * @returns what was in the middle, for whoever goes on with it
 */
export async function repair(
  journal: Pick<Journal, 'abandoned' | 'forget'>,
  media: Pick<Media, 'discard'>,
): Promise<readonly Abandoned[]> {
  const found = await journal.abandoned();
  for (const entry of found) {
    await media.discard(entry.token);
    await journal.forget(entry);
  }
  return found;
}
