import type { Selectable } from '../../../index.js';
import { bool, type Tables, utc } from '../../../index.js';
import type { FeedbackStatus } from './feedback-states.js';

export const FEEDBACK_TYPES = ['suggestion', 'error', 'outdated', 'question', 'praise', 'other'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

/** Characters that a message has at least and at most. */
export const MESSAGE_LENGTH = { least: 3, most: 5000 } as const;
export const NAME_LENGTH = 100;

/** What a visitor wrote, not stored yet. */
export interface FeedbackDraft {
  readonly type: FeedbackType;
  readonly message: string;
  readonly name: string | null;
  /** Given only together with the consent that it is kept. */
  readonly email: string | null;
  /** The page of this site that it was written on. */
  readonly pageUrl: string | null;
}

/** What somebody thinks of an article, in words. The address of the author is read where it is needed, and only there. */
export interface FeedbackItem {
  readonly id: number;
  readonly articleId: number;
  readonly articleVersion: number;
  readonly type: FeedbackType;
  readonly message: string;
  readonly status: FeedbackStatus;
  /** The stars that the visitor had given by then. */
  readonly rating: number | null;
  readonly authorId: number | null;
  readonly authorName: string | null;
  readonly locale: string;
  readonly pageUrl: string | null;
  readonly assignedTo: number | null;
  readonly note: string | null;
  readonly fixedVersion: number | null;
  readonly spamScore: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly resolvedAt: Date | null;
}

/** A step in the life of a feedback item. */
export interface FeedbackEvent {
  readonly at: Date;
  readonly by: number | null;
  readonly from: FeedbackStatus;
  readonly to: FeedbackStatus;
  readonly note: string | null;
}

/** What moderators see beyond the item itself. */
export interface FeedbackDetails {
  readonly email: string | null;
  readonly history: readonly FeedbackEvent[];
}

export function toFeedbackItem(row: Selectable<Tables['kb_feedback']>): FeedbackItem {
  return {
    id: row.id,
    articleId: row.article_id,
    articleVersion: row.article_version,
    type: row.type as FeedbackType,
    message: row.message,
    status: row.status as FeedbackStatus,
    rating: row.rating,
    authorId: row.author_id,
    authorName: row.author_name,
    locale: row.locale,
    pageUrl: row.page_url,
    assignedTo: row.assigned_to,
    note: row.note,
    fixedVersion: row.fixed_version,
    spamScore: row.spam_score,
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
    resolvedAt: row.resolved_at === null ? null : utc.decode(row.resolved_at),
  };
}

export function toFeedbackEvent(row: Selectable<Tables['kb_feedback_history']>): FeedbackEvent {
  return {
    at: utc.decode(row.at),
    by: row.by_id,
    from: row.from_status as FeedbackStatus,
    to: row.to_status as FeedbackStatus,
    note: row.note,
  };
}

/** The columns of a new row that say what was written, and by whom. */
export function columnsOf({ type, message, name, email, pageUrl }: FeedbackDraft) {
  return {
    type,
    message,
    author_name: name,
    author_email: email,
    consent: bool.encode(email !== null),
    page_url: pageUrl,
  };
}
