import type { FeedbackDetails, FeedbackItem } from './feedback-item.js';

/** A feedback item as REST returns it to moderators. Email, history and spam score require `context=edit`. */
export interface FeedbackView {
  id: number;
  article_id: number;
  article_version: number;
  type: string;
  message: string;
  status: string;
  rating: number | null;
  author: { id?: number; name?: string; email?: string | null };
  locale: string;
  page_url: string | null;
  assigned_to: number | null;
  note: string | null;
  fixed_version: number | null;
  created_at: string;
  updated_at: string;
  resolved_at: string | null;
  history?: { at: string; by: number | null; from: string; to: string; note: string | null }[];
  spam_score?: number;
  _links: Record<string, { href: string; embeddable?: true }[]>;
}

/** Builds the REST resource. @param details null in the context `view` */
export function feedbackView(
  item: FeedbackItem,
  details: FeedbackDetails | null,
  restUrl: (path: string) => string,
): FeedbackView {
  return {
    id: item.id,
    article_id: item.articleId,
    article_version: item.articleVersion,
    type: item.type,
    message: item.message,
    status: item.status,
    rating: item.rating,
    author: {
      ...(item.authorId === null ? {} : { id: item.authorId }),
      ...(item.authorName === null ? {} : { name: item.authorName }),
      ...(details ? { email: details.email } : {}),
    },
    locale: item.locale,
    page_url: item.pageUrl,
    assigned_to: item.assignedTo,
    note: item.note,
    fixed_version: item.fixedVersion,
    created_at: item.createdAt.toISOString(),
    updated_at: item.updatedAt.toISOString(),
    resolved_at: item.resolvedAt?.toISOString() ?? null,
    ...(details
      ? {
          history: details.history.map(({ at, ...event }) => ({ at: at.toISOString(), ...event })),
          spam_score: item.spamScore,
        }
      : {}),
    _links: {
      self: [{ href: restUrl(`/feedback/${item.id}`) }],
      collection: [{ href: restUrl('/feedback') }],
      article: [{ href: restUrl(`/articles/${item.articleId}`), embeddable: true }],
    },
  };
}
