import { describe, expect, it } from 'vitest';
import { parseEmbed } from '../../../src/core/rest/embed.js';

describe('_embed (host.md row 36)', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);

  it('parses names of relations or all of them', () => {
    expect(parseEmbed('author, wp:term')).toEqual(new Set(['author', 'wp:term']));
    expect(parseEmbed(['author', 'up'])).toEqual(new Set(['author', 'up']));
    expect(parseEmbed('1')).toBe('all');
    expect(parseEmbed(undefined)).toBeNull();
  });

  it('accepts 100 relations', () => {
    expect(parseEmbed(names(100).join(','))).toHaveProperty('size', 100);
  });

  it.each([
    ['101 relations', names(101).join(',')],
    ['a list of 101 relations', names(101)],
    ['16 kB of commas and names', 'a,'.repeat(8_000)],
  ])('rejects %s', (_, value) => {
    expect(() => parseEmbed(value)).toThrow(expect.objectContaining({ code: 'rest_too_many_embeds', status: 400 }));
  });
});
