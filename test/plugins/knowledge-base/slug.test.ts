import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeSlug, slugify } from '../../../src/core/content/slug.js';
import { assertSlug, isReservedSlug } from '../../../src/plugins/knowledge-base/domain/categories/slug.js';

describe('slugs', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ["What's new?", 'whats-new'],
    ['  Über  uns  ', 'über-uns'],
    ['क्षैतिज स्केलिंग', 'क्षैतिज-स्केलिंग'],
    ['水平スケーリング', '水平スケーリング'],
    ['C++ / C#', 'c-c'],
    ['🎉', ''],
  ])('are generated from %j as %j', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  it('are always valid when generated', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const slug = slugify(title);
        if (slug !== '') expect(assertSlug(slug)).toBe(slug.normalize('NFC').toLowerCase());
      }),
    );
  });

  it.each(['', '-', 'a--b', 'a/b', '../x', 'a b', 'a?b', 'a#b', '<b>', 'a\u0000b', 'x'.repeat(192)])(
    'are rejected: %j',
    (slug) => {
      expect(() => assertSlug(slug)).toThrow(expect.objectContaining({ code: 'vendor_kb_invalid_param', status: 400 }));
    },
  );

  it.each(['search', 'print', 'de', 'en', 'pt-br', 'zh-hans', 'zh-hans-cn', 'es-419', 'fil-ph', 'fil'])(
    'are reserved for a page or a language: %s',
    (slug) => {
      expect(isReservedSlug(slug, new Set(['fil']))).toBe(true);
    },
  );

  it.each(['xx', 'faq', 'new', 'bug', 'de-luxe', 'go', 'design', 'api-v1', 'über-uns', 'how-to', ''])(
    'are free for articles: %j',
    (slug) => {
      expect(isReservedSlug(slug, new Set())).toBe(false);
    },
  );

  it('get the first free number as a suffix', () => {
    expect(freeSlug('a', new Set())).toBe('a');
    expect(freeSlug('a', new Set(['a', 'a-2']))).toBe('a-3');
  });
});
