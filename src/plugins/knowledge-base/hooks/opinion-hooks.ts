import type { OwnedHooks, User } from '../../../index.js';
import type { Article } from '../article.js';
import type { FeedbackDraft, FeedbackItem } from '../opinions/feedback-item.js';
import type { FeedbackStatus } from '../opinions/feedback-states.js';
import type { RatingSummary, Vote } from '../opinions/rating-summary.js';
import type { Visitor } from '../opinions/visitor.js';

/** A visitor's vote on an article, all kinds together. */
export interface Rating extends Vote {
  readonly articleId: number;
  readonly visitorKey: string;
  /** It waits for a moderator and is in no summary. */
  readonly held: boolean;
  /** When each kind of it was first cast, whatever was changed since. */
  readonly castAt: { readonly value?: Date; readonly helpful?: Date };
}

/** How the state of a feedback item changed. */
export interface FeedbackStatusChange {
  readonly from: FeedbackStatus;
  readonly to: FeedbackStatus;
  /** Null for somebody at a terminal. */
  readonly by: User | null;
  readonly note: string | null;
}

/** What speaks for a message being spam. */
export interface SpamContext {
  /** 0 to 100, by what the message looks like; from 60 on it counts as spam. */
  readonly score: number;
  /** A field that people do not see was filled in, or the form came back sooner than somebody can write. */
  readonly trapped: boolean;
  readonly article: Article;
}

declare module '../../../index.js' {
  interface Actions {
    /** Somebody wrote what they think of an article. Never fired for spam; the address of the author is not told. */
    vendor_kb_feedback_submitted(feedback: FeedbackItem, article: Article, visitor: Visitor): void | Promise<void>;
    /** A moderator put a feedback item into another state. */
    vendor_kb_feedback_status_changed(feedback: FeedbackItem, change: FeedbackStatusChange): void | Promise<void>;
    /** Somebody voted on an article or changed a vote, and it is counted unless it is held; `previous` is null for a first vote. */
    vendor_kb_rating_submitted(
      rating: Rating,
      summary: RatingSummary,
      article: Article,
      context: { readonly previous: Vote | null },
    ): void | Promise<void>;
    /** A moderator let a vote that waited count; it is of one kind alone. */
    vendor_kb_rating_released(rating: Rating, article: Article): void | Promise<void>;
    /** A visitor took back a vote; the summary is what is left. */
    vendor_kb_rating_withdrawn(rating: Rating, summary: RatingSummary, article: Article): void | Promise<void>;
  }
  interface Filters {
    /** Whether a visitor may rate an article; asked before every vote, and before the form is shown, of strangers with null. */
    vendor_kb_rating_allowed(allowed: boolean, article: Article, visitor: Visitor | null): boolean | Promise<boolean>;
    /** What a visitor's votes are kept under: a text of 1 to 64 characters that must not tell who it is. */
    vendor_kb_visitor_key(
      key: string,
      context: { readonly user: User | null; readonly articleId: number },
    ): string | Promise<string>;
    /** What a visitor wrote, before it is judged and stored. */
    vendor_kb_feedback_data(
      data: FeedbackDraft,
      article: Article,
      visitor: Visitor,
    ): FeedbackDraft | Promise<FeedbackDraft>;
    /** Whether a message is spam. Where a callback fails the message is kept as spam, so that nothing is lost. */
    vendor_kb_feedback_is_spam(isSpam: boolean, data: FeedbackDraft, context: SpamContext): boolean | Promise<boolean>;
    /** Whom a mail about new feedback goes to: addresses. */
    vendor_kb_feedback_recipients(
      recipients: string[],
      feedback: FeedbackItem,
      article: Article,
    ): string[] | Promise<string[]>;
  }
}

/** What a callback may take, in milliseconds: somebody waits for it. */
const TIMEOUT_MS = 5_000;

/** Opinions of visitors. What says who may vote, and as whom, fails closed. */
export function defineOpinionHooks({ define }: OwnedHooks): void {
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
