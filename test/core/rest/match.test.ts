import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, parameterNames } from '../../../src/core/rest/match.js';

const DIGITS = { id: /^\d+$/ };

describe('route matching', () => {
  it('prefers fixed text over parameters, and parameters with a pattern over free ones', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/{name}', {}, 'free');
    matcher.add('/a/{id}', DIGITS, 'digits');
    matcher.add('/a/new', {}, 'fixed');
    expect(matcher.match('/a/new')).toEqual({ value: 'fixed', params: {} });
    expect(matcher.match('/a/12')).toEqual({ value: 'digits', params: { id: '12' } });
    expect(matcher.match('/a/x')).toEqual({ value: 'free', params: { name: 'x' } });
  });

  it('backtracks when a preferred branch has no match', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/new/x', {}, 'fixed');
    matcher.add('/a/{name}/y', {}, 'free');
    expect(matcher.match('/a/new/y')).toEqual({ value: 'free', params: { name: 'new' } });
  });

  it('ignores case in fixed text, preserves it in values and trims a trailing slash', () => {
    const matcher = createMatcher<string>();
    matcher.add('/Things/{name}', {}, 'thing');
    expect(matcher.match('/things/CamelCase/')?.params).toEqual({ name: 'CamelCase' });
  });

  it('matches only whole paths', () => {
    const matcher = createMatcher<string>();
    matcher.add('/test-ns', {}, 'short');
    matcher.add('/test-ns/v1', {}, 'long');
    expect(matcher.match('/test-ns/v1')?.value).toBe('long');
    expect(matcher.match('/test-ns/v2')).toBeNull();
    expect(matcher.match('/test')).toBeNull();
  });

  it('does not match a broken percent escape', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/{name}', {}, 'free');
    expect(matcher.match('/a/%E0%A4%A')).toBeNull();
  });

  it('decodes every parameter to its original value', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/{one}/b/{two}', {}, 'two');
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(segment, segment, (one, two) => {
        const match = matcher.match(`/a/${encodeURIComponent(one)}/b/${encodeURIComponent(two)}`);
        // An escaped slash belongs to the value. Parameters in these templates match no slash.
        if (one.includes('/') || two.includes('/')) expect(match).toBeNull();
        else expect(match?.params).toEqual({ one, two });
      }),
    );
  });

  it('lists the parameters of a template in order', () => {
    expect(parameterNames('/a/{id}/b/{other_id}')).toEqual(['id', 'other_id']);
  });
});
