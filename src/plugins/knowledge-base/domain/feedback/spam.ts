import type { FeedbackDraft } from './feedback-item.js';

/** Minimum score of spam, unless a callback of `vendor_kb_feedback_is_spam` overrides it. */
export const SPAM_THRESHOLD = 60;
export const MAX_SCORE = 100;

/** Spam signals of a page form. */
export interface FormTraps {
  /** Value of the hidden field that only bots fill in. */
  readonly honeypot: string;
  /** Milliseconds from rendering to submission; null if the form does not say. */
  readonly age: number | null;
}

/** Minimum writing time in milliseconds. Faster submissions are spam. */
const MIN_WRITING_TIME = 2_000;

export function isTrapped({ honeypot, age }: FormTraps): boolean {
  return honeypot !== '' || age === null || age < MIN_WRITING_TIME;
}

const LINK = /https?:\/\/|www\./gi;
/** Markup of forums and web pages. People who report a mistake write plain text. */
const FOREIGN_MARKUP = /\[url[=\]]|<a\s[^<>]*href|\[link=/i;
/** A link without other words. */
const NOTHING_BUT_LINK = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;
const LONG_REPETITION = /(.)\1{29,}/su;

/**
 * Scores how likely a message is spam, 0 to 100. The heuristic is our own: one link is normal, five are advertising.
 */
export function spamScore({ message, name }: Pick<FeedbackDraft, 'message' | 'name'>): number {
  const links = message.match(LINK)?.length ?? 0;
  const score =
    Math.max(0, links - 1) * 20 +
    (FOREIGN_MARKUP.test(message) ? 60 : 0) +
    (NOTHING_BUT_LINK.test(message) ? 60 : 0) +
    (LONG_REPETITION.test(message) ? 30 : 0) +
    (name !== null && (name.match(LINK)?.length ?? 0) > 0 ? 60 : 0);
  return Math.min(MAX_SCORE, score);
}
