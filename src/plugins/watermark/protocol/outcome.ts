/** Why a picture was left as it is, though nothing is wrong with it. */
export type SkipReason =
  /** It has this very mark, or none to take away. */
  | 'up_to_date'
  /** Somebody wants it left alone, it is the mark itself, or a plugin said no. */
  | 'excluded'
  /** It belongs to no post of the types that are marked. */
  | 'post_type'
  | 'too_small'
  | 'unsupported_type'
  /** Somebody else is working on it. */
  | 'locked'
  /** It was deleted meanwhile. */
  | 'gone'
  /** It shows no mark, so there is nothing to restore. */
  | 'not_marked';

/** What somebody may want to know of a picture that was marked. */
export type OutcomeNote =
  /** It was made for a press (CMYK); the marked one has the colours of screens (sRGB). */
  'colourspace_converted';

/** What became of a picture. */
export type Outcome =
  | { readonly done: true; readonly notes: readonly OutcomeNote[] }
  | { readonly done: false; readonly reason: SkipReason };

export const DONE: Outcome = { done: true, notes: [] };

export function skipped(reason: SkipReason): Outcome {
  return { done: false, reason };
}
