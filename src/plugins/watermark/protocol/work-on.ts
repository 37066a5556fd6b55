import { HostError } from '../../../index.js';
import type { Attachment, Media, MediaDraft } from '../../../media.js';
import type { Claim, Journal, PictureWork } from './journal.js';
import { type Outcome, skipped } from './outcome.js';
import type { PictureState, Pictures } from './pictures.js';
import { repair } from './repair.js';

/** Claimed image. No other worker uses it, and its new files are not public yet. */
export interface InHand {
  readonly attachment: Attachment;
  readonly state: PictureState;
  /** Draft of its next version. */
  readonly draft: MediaDraft;
  readonly claim: Claim;
}

/** Claims an image for some work and always cleans up afterwards. */
export type WorkOn = (id: number, work: PictureWork, run: (picture: InHand) => Promise<Outcome>) => Promise<Outcome>;

/** Maximum attempts if the image is changed concurrently. */
const ATTEMPTS = 3;

export function createWorkOn(parts: {
  readonly media: Pick<Media, 'discard' | 'draft' | 'get'>;
  readonly journal: Journal;
  readonly pictures: Pick<Pictures, 'get'>;
}): WorkOn {
  const { media, journal, pictures } = parts;

  return async (id, work, run) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once(id, work, run).catch((error: unknown) => {
        if (attempt < ATTEMPTS && error instanceof HostError && error.code === 'attachment_changed') return null;
        throw error;
      });
      if (outcome) return outcome;
    }
  };

  /** Claims an image, after cleaning up the claims of crashed workers if needed. */
  async function claimed(id: number, work: PictureWork, token: string): Promise<Claim | null> {
    const claim = await journal.claim(id, work, token);
    if (claim || (await repair(journal, media)).length === 0) return claim;
    return journal.claim(id, work, token);
  }

  /** @returns null if the image changed before it was claimed */
  async function once(
    id: number,
    work: PictureWork,
    run: (picture: InHand) => Promise<Outcome>,
  ): Promise<Outcome | null> {
    const attachment = await media.get(id);
    if (!attachment) return skipped('gone');
    const draft = media.draft(attachment);
    const claim = await claimed(id, work, draft.token);
    if (!claim) return skipped('locked');
    try {
      // The previous holder may have changed it until the claim succeeded.
      const state = await pictures.get(id);
      if ((await media.get(id))?.version !== attachment.version) return null;
      const outcome = await run({ attachment, state, draft, claim });
      if (!outcome.done) await media.discard(draft.token);
      return outcome;
    } catch (error) {
      await media.discard(draft.token);
      throw error;
    } finally {
      await claim.release();
    }
  }
}
