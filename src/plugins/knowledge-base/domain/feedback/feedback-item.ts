import type { Selectable } from '../../../../database.js';
import { bool, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import type { FeedbackStatus } from './feedback-states.js';

export const FEEDBACK_TYPES = ['suggestion', 'error', 'outdated', 'question', 'praise', 'other'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

/** Minimum and maximum characters of a message. */
export const MESSAGE_LENGTH = { least: 3, most: 5000 } as const;
export const NAME_LENGTH = 100;

/** A visitor's message before it is stored. */
export interface FeedbackDraft {
  readonly type: FeedbackType;
  readonly message: string;
  readonly name: string | null;
  /** Given only with consent to store it. */
  readonly email: string | null;
  /** Page of this site that the message was sent from. */
  readonly pageUrl: string | null;
}

/** A message about an article. The author's email is loaded separately where needed. */
export interface FeedbackItem {
  readonly id: number;
  readonly articleId: number;
  readonly articleVersion: number;
  readonly type: FeedbackType;
  readonly message: string;
  readonly status: FeedbackStatus;
  /** Stars that the visitor had given when writing. */
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

/** An event in the history of a feedback item. */
export interface FeedbackEvent {
  readonly at: Date;
  readonly by: number | null;
  readonly from: FeedbackStatus;
  readonly to: FeedbackStatus;
  readonly note: string | null;
}

/** Additional data for moderators. */
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

/** Returns the columns of a new row with the message and its author. */
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
