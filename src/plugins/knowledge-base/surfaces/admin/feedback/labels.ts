import type { AdminBadge } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { FeedbackItem } from '../../../domain/feedback/feedback-item.js';
import type { FeedbackStatus } from '../../../domain/feedback/feedback-states.js';

export const FEEDBACK_PATH = '/kb/feedback';
export const FEEDBACK_ITEM_PATH = `${FEEDBACK_PATH}/{id}` as const;

export const feedbackPath = (id: number): string => `${FEEDBACK_PATH}/${id}`;

const KINDS = {
  new: 'warning',
  in_progress: 'neutral',
  resolved: 'good',
  rejected: 'neutral',
  spam: 'bad',
} as const;

export function stateText(status: FeedbackStatus, { text }: Strings): string {
  return text(`feedbacks.state-${status}`);
}

export function stateBadge(status: FeedbackStatus, texts: Strings): AdminBadge {
  return { text: stateText(status, texts), kind: KINDS[status] };
}

export function authorText({ authorName }: FeedbackItem, { text }: Strings): string {
  return authorName || text('feedbacks.anonymous');
}
