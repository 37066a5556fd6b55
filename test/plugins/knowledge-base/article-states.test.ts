import { describe, expect, it } from 'vitest';
import { ARTICLE_STATUSES, type ArticleStatus } from '../../../src/plugins/knowledge-base/article.js';
import { allowedTransitions, assertTransition } from '../../../src/plugins/knowledge-base/article-states.js';

describe('states of an article', () => {
  const table: Record<Exclude<ArticleStatus, 'trash'>, ArticleStatus[]> = {
    draft: ['pending', 'publish', 'trash'],
    pending: ['draft', 'publish', 'trash'],
    publish: ['draft', 'archived', 'trash'],
    archived: ['publish', 'trash'],
  };
  const pairs = Object.entries(table).flatMap(([from, allowed]) =>
    ARTICLE_STATUSES.map((to) => [from as ArticleStatus, to, from === to || allowed.includes(to)] as const),
  );
  it.each(pairs)('from %s to %s: %s', (from, to, legal) => {
    const change = () => assertTransition({ status: from, trashedFrom: null }, to);
    if (legal) expect(change).not.toThrow();
    else expect(change).toThrow(expect.objectContaining({ code: 'vendor_kb_invalid_transition', status: 409 }));
  });

  it.each(ARTICLE_STATUSES)('begins as %s or not', (status) => {
    const begin = () => assertTransition(null, status);
    if (['draft', 'pending', 'publish'].includes(status)) expect(begin).not.toThrow();
    else expect(begin).toThrow(expect.objectContaining({ code: 'vendor_kb_invalid_transition', status: 409 }));
  });

  it('leaves the trash only for where it came from', () => {
    expect(allowedTransitions({ status: 'trash', trashedFrom: 'archived' })).toEqual(['archived']);
  });

  it('tells what would be possible', () => {
    expect(() => assertTransition({ status: 'archived', trashedFrom: null }, 'draft')).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({ details: { from: 'archived', to: 'draft', allowed: ['publish', 'trash'] } }),
      }),
    );
  });
});
