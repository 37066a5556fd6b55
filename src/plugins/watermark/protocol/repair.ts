import type { Media } from '../../../media.js';
import type { AbandonedDraft, Journal } from './journal.js';

/**
 * Deletes the unpublished files of crashed processes. Their images are unchanged.
 * @returns the interrupted work, for the caller to resume
 */
export async function repair(
  journal: Pick<Journal, 'abandoned' | 'forget'>,
  media: Pick<Media, 'discard'>,
): Promise<readonly AbandonedDraft[]> {
  const found = await journal.abandoned();
  for (const entry of found) {
    await media.discard(entry.token);
    await journal.forget(entry);
  }
  return found;
}
