import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/core/errors.js';

describe('what was thrown, in a line', () => {
  it('is the message, or the name of an error that has none', () => {
    expect(messageOf(new TypeError('It does not fit.'))).toBe('It does not fit.');
    expect(messageOf(new TypeError())).toBe('TypeError');
    expect(messageOf('a text')).toBe('a text');
  });

  it('is told of what cannot be made a text of, too', () => {
    const hostile = {
      toString() {
        throw new Error('never');
      },
    };
    for (const thrown of [Object.create(null), hostile]) expect(messageOf(thrown)).toContain('cannot be shown');
  });
});
