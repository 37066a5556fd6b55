import { describe, expect, it } from 'vitest';
import {
  assertFeedbackTransition,
  FEEDBACK_STATUSES,
  FEEDBACK_TRANSITIONS,
  type FeedbackStatus,
  feedbackPath,
} from '../../../../src/plugins/knowledge-base/domain/feedback/feedback-states.js';

describe('feedback statuses', () => {
  const ALLOWED: readonly [FeedbackStatus, FeedbackStatus][] = [
    ['new', 'in_progress'],
    ['new', 'spam'],
    ['in_progress', 'resolved'],
    ['in_progress', 'rejected'],
    ['in_progress', 'spam'],
    ['resolved', 'in_progress'],
    ['rejected', 'in_progress'],
    ['spam', 'in_progress'],
  ];
  const pairs = FEEDBACK_STATUSES.flatMap((from) => FEEDBACK_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('%s to %s', (from, to) => {
    const isAllowed = ALLOWED.some(([one, other]) => one === from && other === to);
    if (isAllowed) return expect(() => assertFeedbackTransition(from, to)).not.toThrow();
    expect(() => assertFeedbackTransition(from, to)).toThrow(
      expect.objectContaining({
        code: 'vendor_kb_invalid_transition',
        status: 409,
        data: { status: 409, details: { from, to, allowed: FEEDBACK_TRANSITIONS[from] } },
      }),
    );
  });

  it.each(pairs)('go from %s to %s in allowed steps only', (from, to) => {
    const steps = feedbackPath(from, to);
    if (from !== to && to !== 'new') expect(steps.at(-1)).toBe(to);
    let at: FeedbackStatus = from;
    for (const next of steps) {
      expect(FEEDBACK_TRANSITIONS[at]).toContain(next);
      at = next;
    }
  });

  it('reach resolved only through in_progress', () => {
    expect(feedbackPath('new', 'resolved')).toEqual(['in_progress', 'resolved']);
    expect(feedbackPath('resolved', 'resolved')).toEqual([]);
    expect(feedbackPath('resolved', 'new')).toEqual([]);
  });
});
