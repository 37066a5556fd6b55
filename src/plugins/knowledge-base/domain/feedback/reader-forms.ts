import type { FeedbackFields } from './feedback-form.js';

/** Result of the last submitted form. */
export interface FormNotice {
  kind: 'thanks' | 'error';
  text: string;
}

/** Data shared by both forms below an article. */
interface ReaderForm {
  /** POST URL. */
  action: string;
  nonce: string;
  /** Signed time of rendering. */
  renderedAt: string;
  notice: FormNotice | null;
}

/** Questions below an article; data of `kb/parts/rating`. */
export interface RatingForm extends ReaderForm {
  /** The visitor's current answers. */
  stars: { value: number; label: string; chosen: boolean }[];
  helpful: boolean | null;
}

/** Message form; data of `kb/parts/feedback`. */
export interface FeedbackForm extends ReaderForm {
  /** Open by default: after a low rating, or with errors. */
  open: boolean;
  /** The visitor has just answered that the article did not help. */
  low: boolean;
  types: { value: string; label: string; chosen: boolean }[];
  fields: Pick<FeedbackFields, 'message' | 'name' | 'email' | 'consent'>;
  /** Error message per field; null for none. */
  faults: Record<'type' | 'message' | 'name' | 'email' | 'consent', string | null>;
}

/** Forms shown below an article. */
export interface ReaderForms {
  /** Null for viewers who may not rate it. */
  rating: RatingForm | null;
  feedback: FeedbackForm;
  /** One-line summary of the ratings; null without any. */
  summary: string | null;
}
