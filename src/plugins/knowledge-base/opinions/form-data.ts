import type { FeedbackFields } from './feedback-form.js';

/** What came of the form that was sent last. */
export interface OpinionNotice {
  kind: 'thanks' | 'error';
  text: string;
}

/** What both forms below an article send along. */
interface OpinionForm {
  /** Where it is sent by POST. */
  action: string;
  nonce: string;
  /** When it was made, signed. */
  renderedAt: string;
  notice: OpinionNotice | null;
}

/** The questions below an article; data of `kb/parts/rating`. */
export interface RatingForm extends OpinionForm {
  /** What this visitor has answered so far. */
  stars: { value: number; label: string; chosen: boolean }[];
  helpful: boolean | null;
}

/** The form for a message; data of `kb/parts/feedback`. */
export interface FeedbackForm extends OpinionForm {
  /** Shown without being asked for: after a low rating, and where something has to be corrected. */
  open: boolean;
  /** The visitor has just said that the article did not help. */
  low: boolean;
  types: { value: string; label: string; chosen: boolean }[];
  fields: Pick<FeedbackFields, 'message' | 'name' | 'email' | 'consent'>;
  /** What is wrong with a field, in words; null where nothing is. */
  faults: Record<'type' | 'message' | 'name' | 'email' | 'consent', string | null>;
}

/** What readers are asked below an article. */
export interface OpinionForms {
  /** Null for who may not rate it. */
  rating: RatingForm | null;
  feedback: FeedbackForm;
  /** What others think, in a line; null while nobody has rated. */
  summary: string | null;
}
