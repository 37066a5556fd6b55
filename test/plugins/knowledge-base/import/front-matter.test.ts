import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from '../../../../src/plugins/knowledge-base/content/import/front-matter.js';

const refused = (text: string): unknown => {
  try {
    parseFrontMatter(text);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('front matter', () => {
  it('is split from the body, which keeps every byte', () => {
    expect(parseFrontMatter('---\ntitle: A\n---\n\n# B  \n')).toMatchObject({
      data: { title: 'A' },
      body: '\n# B  \n',
    });
    expect(parseFrontMatter('\uFEFF---\r\ntitle: A\r\n---\r\nB\r\n')).toMatchObject({
      data: { title: 'A' },
      body: 'B\r\n',
    });
    expect(parseFrontMatter('---\n---\nB')).toMatchObject({ data: {}, body: 'B' });
    expect(parseFrontMatter('--- yaml\na: 1\n---\n')).toMatchObject({ data: { a: 1 }, body: '' });
  });

  it('has the line on which the body starts', () => {
    expect(parseFrontMatter('---\ntitle: A\n---\nbody').bodyLine).toBe(3);
    expect(parseFrontMatter('body').bodyLine).toBe(0);
  });

  it('has at most 32 kB', () => {
    const withLength = (length: number): string => `---\ntitle: ${'x'.repeat(length - 'title: \n'.length)}\n---\nB`;
    expect(refused(withLength(32 * 1024))).toBeUndefined();
    expect(refused(withLength(32 * 1024 + 1))).toMatchObject({ message: expect.stringContaining('32768') });
  });

  it('may be missing', () => {
    expect(parseFrontMatter('# Only a body\n\n---\n')).toMatchObject({ data: {}, body: '# Only a body\n\n---\n' });
    expect(parseFrontMatter('-----\nrule')).toMatchObject({ data: {}, body: '-----\nrule' });
  });

  it('may follow blank lines, if it is not prose between two rules', () => {
    expect(parseFrontMatter('\n---\ntitle: A\n---\nB').data).toEqual({ title: 'A' });
    expect(parseFrontMatter('\n---\nJust prose.\n---\nB')).toMatchObject({
      data: {},
      body: '\n---\nJust prose.\n---\nB',
    });
  });

  const bomb = [
    'a: &a [x, x]',
    ...'bcdefghijkl'.split('').map((name, index) => {
      const before = 'abcdefghijk'[index];
      return `${name}: &${name} [*${before}, *${before}, *${before}, *${before}]`;
    }),
  ].join('\n');

  it.each([
    ['a script', '---js\nmodule.exports = {}\n---\n', /marked as "js"/],
    ['broken TOML', '+++\ntitle = \n+++\n', /not valid TOML/],
    ['open TOML', '+++\ntitle = "A"\n', /closing \+\+\+ line is missing/],
    ['broken JSON in a fence', '---json\n{"a": \n---\n', /not valid JSON/],
    ['JSON with a comma too many', '{ "title": "broken", "draft": true, }\nB', /not valid JSON/],
    ['JSON without a comma', '{\n  "title": "A"\n  "draft": true\n}\nB', /not valid JSON/],
    ['JSON in single quotes', "{ 'draft': true }\nB", /not valid JSON/],
    ['JSON without a closing quote', '{\n  "title": "A,\n  "draft": true\n}\nB', /not valid JSON|no closing }/],
    ['open JSON', '{"draft": true\nB', /no closing }/],
    ['JSON of more than 32 kB', `{"a": "${'x'.repeat(32 * 1024)}"}\nB`, /no closing }/],
    ['broken YAML', '---\ntitle: "A\n---\n', /not valid YAML/],
    ['a list', '---\n- a\n---\n', /must be a mapping/],
    ['a text', '---\nhello\n---\n', /must be a mapping/],
    ['a duplicate key', '---\na: 1\na: 2\n---\n', /unique/],
    ['an alias bomb', `---\n${bomb}\n---\n`, /alias/i],
    ['deep nesting', `---\na: ${'['.repeat(30_000)}\n---\n`, /not valid YAML/],
    ['an open fence', '---\ntitle: A\n', /closing --- line is missing/],
    ['more than 32 kB', `---\na: ${'x'.repeat(32 * 1024)}\n---\n`, /exceeds/],
  ])('is rejected with the reason if it is %s', (_name, text, reason) => {
    expect(refused(text)).toMatchObject({
      code: 'vendor_kb_import_invalid',
      status: 422,
      message: expect.stringMatching(reason),
    });
  });

  it.each([
    ['TOML', '+++\ntitle = "A"\ndate = 2026-03-05\n+++\nB', { title: 'A', date: '2026-03-05' }],
    ['TOML in a named fence', '---toml\ntitle = "A"\n---\nB', { title: 'A' }],
    ['TOML with a time', '+++\ndate = 2026-03-05T10:00:00+01:00\n+++\nB', { date: '2026-03-05T10:00:00.000+01:00' }],
    ['JSON', '{\n  "title": "A {b}",\n  "n": {"m": [1]}\n}\nB', { title: 'A {b}', n: { m: [1] } }],
    ['JSON after a byte order mark', '\uFEFF{"title": "A"}\r\nB', { title: 'A' }],
    ['JSON in a named fence', '---json\n{"title": "A"}\n---\nB', { title: 'A' }],
  ])('may be %s, as in Hugo', (_name, text, data) => {
    const read = parseFrontMatter(text);
    expect(read).toMatchObject({ data, body: 'B' });
    expect(read.head + read.body).toBe(text);
  });

  it.each(['{{< toc >}}\nB', '{% comment %}\nB', '{a: 1}\nB', '{"a": 1} text', '{}\nB', '{"text"}\nB'])(
    'is not a text that starts with a brace: %j',
    (text) => expect(parseFrontMatter(text)).toMatchObject({ data: {}, body: text }),
  );

  it.each([
    ['title: 1.10', { title: '1.10' }],
    ['title: true', { title: 'true' }],
    ['title: 007', { title: '007' }],
    ['title: 0x1F', { title: '0x1F' }],
    ['title: 1e3', { title: '1e3' }],
    ['title: .inf', { title: '.inf' }],
    ['Title: 2.0', { Title: '2.0' }],
    ['title: ~', { title: null }],
    ['title:', { title: null }],
    ['slug: 1.10\ntags: [1.10, False]', { slug: '1.10', tags: ['1.10', 'False'] }],
    ['weight: 1.10\ndraft: true', { weight: 1.1, draft: true }],
  ])('has titles, slugs and tags as written: %s', (line, data) => {
    expect(parseFrontMatter(`---\n${line}\n---\n`).data).toEqual(data);
  });

  it('cannot pollute a prototype', () => {
    const { data } = parseFrontMatter('---\n__proto__: {polluted: true}\n---\n');
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  it('leaves any body unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (body) => {
        expect(parseFrontMatter(`---\na: 1\n---\n${body}`).body).toBe(body);
      }),
    );
  });

  it('restores the file together with its body, for any line ending and byte order mark', () => {
    const mark = fc.constantFrom('', '\uFEFF');
    const ending = fc.constantFrom('\n', '\r\n');
    const before = fc.constantFrom('', '\n', ' \n\n');
    const yaml = fc.constantFrom('', 'title: A', '# only a comment', 'a: 1 # why\nb: [x, "y"]');
    fc.assert(
      fc.property(mark, before, ending, yaml, fc.string({ unit: 'grapheme' }), (bom, blank, end, lines, rest) => {
        const matter = lines === '' ? '' : `---${end}${lines.replaceAll('\n', end)}${end}---${end}`;
        const text = `${bom}${matter === '' ? '' : blank}${matter}${rest.replace(/^[-+]+/, '')}`;
        const { head, body } = parseFrontMatter(text);
        expect(head + body).toBe(text);
        expect(body.startsWith('\uFEFF')).toBe(false);
      }),
    );
  });

  it('keeps a byte order mark out of the body, where it would hide the first heading', () => {
    expect(parseFrontMatter('\uFEFF# A\n')).toMatchObject({ data: {}, head: '\uFEFF', body: '# A\n' });
  });
});
