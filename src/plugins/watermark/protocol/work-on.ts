import { type Attachment, HostError, type Media, type MediaDraft } from '../../../index.js';
import type { Claim, Journal, PictureWork } from './journal.js';
import { type Outcome, skipped } from './outcome.js';
import type { PictureState, Pictures } from './pictures.js';
import { repair } from './repair.js';

/** A picture in hand: nobody else works on it, and what is made of it is not shown yet. */
export interface InHand {
  readonly attachment: Attachment;
  readonly state: PictureState;
  /** For its next version. */
  readonly draft: MediaDraft;
  readonly claim: Claim;
}

/** Takes a picture in hand, and leaves nothing behind whatever becomes of the work. */
export type WorkOn = (id: number, work: PictureWork, run: (picture: InHand) => Promise<Outcome>) => Promise<Outcome>;

/** A picture that changes under our hands is looked at again so often. */
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

  /** Whoever has it may be dead, and what they left is in the way of everybody. */
  async function claimed(id: number, work: PictureWork, token: string): Promise<Claim | null> {
    const claim = await journal.claim(id, work, token);
    if (claim || (await repair(journal, media)).length === 0) return claim;
    return journal.claim(id, work, token);
  }

  /** @returns null where the picture was changed before it was in hand */
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
      // Whoever had it before may have changed it up to the moment at which the claim was ours.
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
