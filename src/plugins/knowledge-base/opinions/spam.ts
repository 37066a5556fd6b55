import type { FeedbackDraft } from './feedback-item.js';

/** From here on a message counts as spam, unless a callback of `vendor_kb_feedback_is_spam` says otherwise. */
export const SPAM_THRESHOLD = 60;
export const LARGEST_SCORE = 100;

/** What a page form says of how it was filled in. */
export interface FormTraps {
  /** A field that people do not see: only programs write into it. */
  readonly honeypot: string;
  /** Milliseconds from the making of the form to its return; null for a form that does not say. */
  readonly age: number | null;
}

/** Nobody writes a message in less, in milliseconds. */
const SHORTEST_WRITING = 2_000;

export function isTrapped({ honeypot, age }: FormTraps): boolean {
  return honeypot !== '' || age === null || age < SHORTEST_WRITING;
}

const LINK = /https?:\/\/|www\./gi;
/** Markup of forums and web pages: people who report a mistake write plain text. */
const FOREIGN_MARKUP = /\[url[=\]]|<a\s[^<>]*href|\[link=/i;
/** A link without further words around it. */
const NOTHING_BUT_LINK = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;
const LONG_REPETITION = /(.)\1{29,}/su;

/** How much a message looks like spam, 0 to 100. A heuristic of our own: one link is normal, five are an advertisement. */
export function spamScore({ message, name }: Pick<FeedbackDraft, 'message' | 'name'>): number {
  const links = message.match(LINK)?.length ?? 0;
  const score =
    Math.max(0, links - 1) * 20 +
    (FOREIGN_MARKUP.test(message) ? 60 : 0) +
    (NOTHING_BUT_LINK.test(message) ? 60 : 0) +
    (LONG_REPETITION.test(message) ? 30 : 0) +
    (name !== null && (name.match(LINK)?.length ?? 0) > 0 ? 60 : 0);
  return Math.min(LARGEST_SCORE, score);
}
