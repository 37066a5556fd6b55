/** Reason that an image was skipped without an error. */
export type SkipReason =
  /** It already has this watermark, or none to remove. */
  | 'up_to_date'
  /** A user excluded it, it is the watermark image itself, or a plugin refused it. */
  | 'excluded'
  /** It belongs to no post of the configured types. */
  | 'post_type'
  | 'too_small'
  | 'unsupported_type'
  /** Another worker holds it. */
  | 'locked'
  /** It has been deleted. */
  | 'gone'
  /** It has no watermark to remove. */
  | 'not_marked';

/** Notes about a watermarked image. */
export type OutcomeNote =
  /** The original uses print colours (CMYK); the watermarked version uses sRGB. */
  | 'colourspace_converted'
  /** The original is an animated PNG; the watermarked version shows its first frame. */
  | 'animation_lost';

/** Outcome of the work on an image. */
export type Outcome =
  | { readonly done: true; readonly notes: readonly OutcomeNote[] }
  | { readonly done: false; readonly reason: SkipReason };

export const DONE: Outcome = { done: true, notes: [] };

export function skipped(reason: SkipReason): Outcome {
  return { done: false, reason };
}
