import { describe, expect, it } from 'vitest';
import { embedLinks, parseEmbed } from '../../../src/core/rest/embed.js';
import type { Site } from '../../../src/core/site.js';
import { countTurns } from '../../support/turns.js';

describe('_embed', () => {
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

describe('embedding', () => {
  const site = { root: '/api', url: (path: string) => `https://example.com${path}` } as Site;

  it('fetches a hundred links over several turns of the event loop', async () => {
    const list = Array.from({ length: 100 }, (_, id) => ({
      _links: { up: [{ href: `https://example.com/api/things/${id}`, embeddable: true }] },
    }));
    const [turns, embedded] = await countTurns(() => embedLinks(list, 'all', { site, get: async (path) => path }));
    expect(embedded).toEqual(list.map((item, id) => ({ ...item, _embedded: { up: [`/things/${id}`] } })));
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
