import { HostError } from '../../../../index.js';

export const FEEDBACK_STATUSES = ['new', 'in_progress', 'resolved', 'rejected', 'spam'] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

/** Allowed transitions from each status ("States" of the specification). Closed items can be reopened. */
export const FEEDBACK_TRANSITIONS: Readonly<Record<FeedbackStatus, readonly FeedbackStatus[]>> = {
  new: ['in_progress', 'spam'],
  in_progress: ['resolved', 'rejected', 'spam'],
  resolved: ['in_progress'],
  rejected: ['in_progress'],
  spam: ['in_progress'],
};

/**
 * Rejects a transition that is not allowed. @throws HostError 409 `vendor_kb_invalid_transition` with
 * `details.allowed`
 */
export function assertFeedbackTransition(from: FeedbackStatus, to: FeedbackStatus): void {
  const allowed = FEEDBACK_TRANSITIONS[from];
  if (allowed.includes(to)) return;
  throw new HostError(
    'vendor_kb_invalid_transition',
    `Feedback with the status ${from} cannot change to ${to}. Allowed: ${allowed.join(' or ')}.`,
    { status: 409, details: { from, to, allowed } },
  );
}

/** Returns the shortest sequence of statuses without the first; empty if nothing changes. */
export function feedbackPath(from: FeedbackStatus, to: FeedbackStatus): readonly FeedbackStatus[] {
  const ways: FeedbackStatus[][] = [[from]];
  const seen = new Set<FeedbackStatus>([from]);
  for (const way of ways) {
    const last = way.at(-1) ?? from;
    if (last === to) return way.slice(1);
    for (const next of FEEDBACK_TRANSITIONS[last].filter((status) => !seen.has(status))) {
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}
