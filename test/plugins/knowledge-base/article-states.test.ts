import { describe, expect, it } from 'vitest';
import { ARTICLE_STATUSES, type ArticleStatus } from '../../../src/plugins/knowledge-base/domain/articles/article.js';
import {
  allowedTransitions,
  assertTransition,
  dated,
} from '../../../src/plugins/knowledge-base/domain/articles/article-states.js';

describe('article statuses', () => {
  const table: Record<Exclude<ArticleStatus, 'trash'>, ArticleStatus[]> = {
    draft: ['pending', 'future', 'publish', 'trash'],
    pending: ['draft', 'future', 'publish', 'trash'],
    future: ['draft', 'pending', 'publish', 'trash'],
    publish: ['draft', 'archived', 'trash'],
    archived: ['publish', 'trash'],
  };
  const pairs = Object.entries(table).flatMap(([from, allowed]) =>
    ARTICLE_STATUSES.map((to) => [from as ArticleStatus, to, from === to || allowed.includes(to)] as const),
  );
  it.each(pairs)('change from %s to %s: %s', (from, to, legal) => {
    const change = () => assertTransition({ status: from, trashedFrom: null }, to);
    if (legal) expect(change).not.toThrow();
    else expect(change).toThrow(expect.objectContaining({ code: 'vendor_kb_invalid_transition', status: 409 }));
  });

  it.each(ARTICLE_STATUSES)('allow or forbid %s for a new article', (status) => {
    const begin = () => assertTransition(null, status);
    if (['draft', 'pending', 'future', 'publish'].includes(status)) expect(begin).not.toThrow();
    else expect(begin).toThrow(expect.objectContaining({ code: 'vendor_kb_invalid_transition', status: 409 }));
  });

  it('return from the trash only to the previous status', () => {
    expect(allowedTransitions({ status: 'trash', trashedFrom: 'archived' })).toEqual(['archived']);
  });

  it('return from the trash to scheduled or published when scheduled before', () => {
    expect(allowedTransitions({ status: 'trash', trashedFrom: 'future' })).toEqual(['future', 'publish']);
  });

  describe('publication dates', () => {
    const [past, now, ahead] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(day)) as [
      Date,
      Date,
      Date,
    ];
    it.each([
      ['published without a date', 'publish', null, {}, 'publish', now],
      ['published by hand before its time', 'publish', ahead, { status: 'publish' }, 'publish', now],
      ['published for a time to come', 'publish', ahead, { status: 'publish', publishedAt: ahead }, 'future', ahead],
      [
        'scheduled for a time that has passed',
        'future',
        past,
        { status: 'future', publishedAt: past },
        'publish',
        past,
      ],
      ['scheduled', 'future', ahead, { status: 'future', publishedAt: ahead }, 'future', ahead],
      ['scheduled, and put off', 'future', ahead, { publishedAt: ahead }, 'future', ahead],
      ['scheduled, and due, and edited', 'future', past, {}, 'future', past],
      ['a draft with a date', 'draft', ahead, { publishedAt: ahead }, 'draft', ahead],
    ] as const)('%s', (_, status, publishedAt, input, state, date) => {
      expect(dated({ status, publishedAt }, input, now)).toEqual({ status: state, publishedAt: date });
    });

    it('are required for scheduled articles', () => {
      expect(() => dated({ status: 'future', publishedAt: null }, { status: 'future' }, now)).toThrow(
        expect.objectContaining({ code: 'vendor_kb_invalid_param', status: 400 }),
      );
    });
  });

  it('list the allowed transitions in the error', () => {
    expect(() => assertTransition({ status: 'archived', trashedFrom: null }, 'draft')).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({ details: { from: 'archived', to: 'draft', allowed: ['publish', 'trash'] } }),
      }),
    );
  });
});
