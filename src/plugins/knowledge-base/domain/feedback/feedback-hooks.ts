import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import type { Article } from '../articles/article.js';
import type { RatingSummary, Vote } from '../ratings/rating-summary.js';
import type { Visitor } from '../ratings/voter.js';
import type { FeedbackDraft, FeedbackItem } from './feedback-item.js';
import type { FeedbackStatus } from './feedback-states.js';

/** A visitor's vote on an article, with all types combined. */
export interface Rating extends Vote {
  readonly articleId: number;
  readonly visitorKey: string;
  /** Awaits moderation and is not part of any summary. */
  readonly held: boolean;
  /** Time of the first vote of each type; later changes do not affect it. */
  readonly castAt: { readonly value?: Date; readonly helpful?: Date };
}

/** Status change of a feedback item. */
export interface FeedbackStatusChange {
  readonly from: FeedbackStatus;
  readonly to: FeedbackStatus;
  /** Null for a change made from the CLI. */
  readonly by: User | null;
  readonly note: string | null;
}

/** Evidence for a message being spam. */
export interface SpamContext {
  /** 0 to 100, computed from the message text; 60 or more counts as spam. */
  readonly score: number;
  /** The honeypot field was filled in, or the form was submitted faster than a human can type. */
  readonly trapped: boolean;
  readonly article: Article;
}

declare module '../../../../index.js' {
  interface Actions {
    /** A visitor submitted feedback on an article. Never fires for spam; the author's email is not passed on. */
    vendor_kb_feedback_submitted(feedback: FeedbackItem, article: Article, visitor: Visitor): void | Promise<void>;
    /** A moderator changed the status of a feedback item. */
    vendor_kb_feedback_status_changed(feedback: FeedbackItem, change: FeedbackStatusChange): void | Promise<void>;
    /** A visitor cast or changed a vote; it is counted unless it is held. `previous` is null for a first vote. */
    vendor_kb_rating_submitted(
      rating: Rating,
      summary: RatingSummary,
      article: Article,
      context: { readonly previous: Vote | null },
    ): void | Promise<void>;
    /** A moderator released a held vote. The rating has a single type. */
    vendor_kb_rating_released(rating: Rating, article: Article): void | Promise<void>;
    /** A visitor withdrew a vote. `summary` no longer includes it. */
    vendor_kb_rating_withdrawn(rating: Rating, summary: RatingSummary, article: Article): void | Promise<void>;
  }
  interface Filters {
    /**
     * Filters whether a visitor may rate an article. Evaluated before every vote and before the form is shown; the
     * visitor is null if not signed in.
     */
    vendor_kb_rating_allowed(allowed: boolean, article: Article, visitor: Visitor | null): boolean | Promise<boolean>;
    /**
     * Filters the key that a visitor's votes are stored under: 1 to 64 characters that must not identify the person.
     */
    vendor_kb_visitor_key(
      key: string,
      context: { readonly user: User | null; readonly articleId: number },
    ): string | Promise<string>;
    /** Filters submitted feedback before it is checked for spam and stored. */
    vendor_kb_feedback_data(
      data: FeedbackDraft,
      article: Article,
      visitor: Visitor,
    ): FeedbackDraft | Promise<FeedbackDraft>;
    /** Filters whether a message is spam. If a callback fails, the message is stored as spam so that it is not lost. */
    vendor_kb_feedback_is_spam(isSpam: boolean, data: FeedbackDraft, context: SpamContext): boolean | Promise<boolean>;
    /** Filters the email addresses notified of new feedback. */
    vendor_kb_feedback_recipients(
      recipients: string[],
      feedback: FeedbackItem,
      article: Article,
    ): string[] | Promise<string[]>;
  }
}

/** Milliseconds before a callback times out. Short, because a visitor is waiting. */
const TIMEOUT_MS = 5_000;

/** Defines the hooks for ratings and feedback. Hooks that decide about a vote or the visitor's identity fail closed. */
export function defineFeedbackHooks({ define }: OwnedHooks): void {
  const follows = { kind: 'action', since: '0.1.0', decorating: true, async: 'allowed' } as const;
  define('vendor_kb_feedback_submitted', follows);
  define('vendor_kb_feedback_status_changed', follows);
  define('vendor_kb_rating_submitted', follows);
  define('vendor_kb_rating_withdrawn', follows);
  define('vendor_kb_rating_released', follows);
  const decides = { kind: 'filter', since: '0.1.0', critical: true, async: 'allowed', timeoutMs: TIMEOUT_MS } as const;
  define('vendor_kb_rating_allowed', { ...decides, accepts: isBoolean });
  define('vendor_kb_visitor_key', { ...decides, accepts: isKey });
  define('vendor_kb_feedback_is_spam', { ...decides, accepts: isBoolean });
  const adds = { kind: 'filter', since: '0.1.0', decorating: true, async: 'allowed', timeoutMs: TIMEOUT_MS } as const;
  define('vendor_kb_feedback_data', { ...adds, accepts: isDraft });
  define('vendor_kb_feedback_recipients', { ...adds, accepts: isListOfTexts });
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && /^.{1,64}$/su.test(value);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isDraft(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, message, name, email } = value as Record<string, unknown>;
  const isTextOrNull = (member: unknown): boolean => member === null || typeof member === 'string';
  return typeof type === 'string' && typeof message === 'string' && isTextOrNull(name) && isTextOrNull(email);
}
