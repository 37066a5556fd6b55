import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/core/errors.js';

describe('message of a thrown value', () => {
  it('is the error message, or the error name if there is none', () => {
    expect(messageOf(new TypeError('It does not fit.'))).toBe('It does not fit.');
    expect(messageOf(new TypeError())).toBe('TypeError');
    expect(messageOf('a text')).toBe('a text');
  });

  it('is a placeholder for values that cannot be converted to text', () => {
    const hostile = {
      toString() {
        throw new Error('never');
      },
    };
    for (const thrown of [Object.create(null), hostile]) expect(messageOf(thrown)).toContain('cannot be shown');
  });
});
