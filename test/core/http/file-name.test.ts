import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '../../../src/core/http/file-name.js';
import { attachmentName } from '../../../src/core/http/http-body.js';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('..', '/', '\\', '\0', '\r\n', '\u202e', '\u2066', '\ud800', 'a', '.', ' ', 'é'))
    .map((parts) => parts.join('')),
);

describe('untrusted file name', () => {
  it('becomes one visible name of a safe length', () => {
    fc.assert(
      fc.property(hostile, (sent) => {
        const name = safeFileName(sent);
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u);
        expect(['', '.', '..']).not.toContain(name);
        expect([...name].length).toBeLessThanOrEqual(200);
        expect(safeFileName(name)).toBe(name);
      }),
    );
  });

  it('keeps its extension when it is truncated', () => {
    expect(safeFileName(`${'long '.repeat(100)}.png`)).toMatch(/^long .*\.png$/);
  });
});

describe('file name in Content-Disposition', () => {
  it.each([
    ['attachment; filename="x.png"', 'x.png'],
    ['attachment; filename=x.png', 'x.png'],
    ['ATTACHMENT ; FILENAME = "a;b.png"', 'a;b.png'],
    ['attachment; filename="a\\"b.png"', 'a"b.png'],
    ['attachment; filename*=UTF-8\'\'%e2%82%ac.png; filename="EURO.png"', '€.png'],
    ["attachment; filename*=iso-8859-1'en'%A3.png", '£.png'],
    ['attachment; filename*=nonsense; filename=x', 'x'],
    ["attachment; filename*=UTF-8''%zz", '%zz'],
    [`attachment; filename="${Buffer.from('řeka.png').toString('latin1')}"`, 'řeka.png'],
    ['attachment; filename="\xe9.png"', 'é.png'],
    ['attachment', null],
    ['inline; filename="x.png"', null],
    ['form-data; name="x"; filename="x.png"', null],
    ['', null],
    [undefined, null],
  ])('%s has the file name %s', (header, name) => expect(attachmentName(header)).toBe(name));

  it('is parsed from any text without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (tail) => void attachmentName(`attachment; filename${tail}`)));
  });
});
