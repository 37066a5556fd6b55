import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, parameterNames } from '../../../src/core/rest/match.js';

const DIGITS = { id: /^\d+$/ };

describe('route matching', () => {
  it('prefers fixed text over parameters, and parameters with a form over free ones', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/{name}', {}, 'free');
    matcher.add('/a/{id}', DIGITS, 'digits');
    matcher.add('/a/new', {}, 'fixed');
    expect(matcher.match('/a/new')).toEqual({ value: 'fixed', params: {} });
    expect(matcher.match('/a/12')).toEqual({ value: 'digits', params: { id: '12' } });
    expect(matcher.match('/a/x')).toEqual({ value: 'free', params: { name: 'x' } });
  });

  it('goes back when a preferred branch leads nowhere', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/new/x', {}, 'fixed');
    matcher.add('/a/{name}/y', {}, 'free');
    expect(matcher.match('/a/new/y')).toEqual({ value: 'free', params: { name: 'new' } });
  });

  it('ignores case in fixed text, keeps it in values, and trims a trailing slash', () => {
    const matcher = createMatcher<string>();
    matcher.add('/Things/{name}', {}, 'thing');
    expect(matcher.match('/things/CamelCase/')?.params).toEqual({ name: 'CamelCase' });
  });

  it('matches whole paths only', () => {
    const matcher = createMatcher<string>();
    matcher.add('/test-ns', {}, 'short');
    matcher.add('/test-ns/v1', {}, 'long');
    expect(matcher.match('/test-ns/v1')?.value).toBe('long');
    expect(matcher.match('/test-ns/v2')).toBeNull();
    expect(matcher.match('/test')).toBeNull();
  });

  it('matches nothing with a broken percent escape', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/{name}', {}, 'free');
    expect(matcher.match('/a/%E0%A4%A')).toBeNull();
  });

  it('gives back every parameter exactly as it was escaped into the path', () => {
    const matcher = createMatcher<string>();
    matcher.add('/a/{one}/b/{two}', {}, 'two');
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(segment, segment, (one, two) => {
        const match = matcher.match(`/a/${encodeURIComponent(one)}/b/${encodeURIComponent(two)}`);
        // An escaped slash belongs to the value; the templates here take values without one.
        if (one.includes('/') || two.includes('/')) expect(match).toBeNull();
        else expect(match?.params).toEqual({ one, two });
      }),
    );
  });

  it('names the parameters of a template in order', () => {
    expect(parameterNames('/a/{id}/b/{other_id}')).toEqual(['id', 'other_id']);
  });
});
