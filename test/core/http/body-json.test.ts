import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptParsed, type BodyRules, parseBody } from '../../../src/core/http/body.js';
import { findJsonError } from '../../../src/core/http/json-error.js';

const RULES: BodyRules = { limit: 1024, takesBytes: true };

const parse = (text: string, type = 'application/json') => parseBody(Buffer.from(text), type, RULES);

describe('position of a JSON error', () => {
  it.each([
    ['{"a": 1,}', 8, 1, 9],
    ['{"a" 1}', 5, 1, 6],
    ['{a: 1}', 1, 1, 2],
    ["{'a': 1}", 1, 1, 2],
    ['[1, 2', 5, 1, 6],
    ['[1,, 2]', 3, 1, 4],
    ['[,1]', 1, 1, 2],
    [']', 0, 1, 1],
    ['', 0, 1, 1],
    ['   ', 3, 1, 4],
    ['{"a": NaN}', 6, 1, 7],
    ['nope', 1, 1, 2],
    ['nul', 3, 1, 4],
    ['01', 1, 1, 2],
    ['-', 1, 1, 2],
    ['1.x', 2, 1, 3],
    ['1e+', 3, 1, 4],
    ['"a\nb"', 2, 1, 3],
    ['"\\x"', 2, 1, 3],
    ['"\\u12g4"', 5, 1, 6],
    ['"open', 5, 1, 6],
    ['{}{}', 2, 1, 3],
    ['{\n  "a": true,\n  "b": tru\n}', 25, 3, 11],
    ['{\n  "a": 1\n', 11, 3, 1],
    ['[1} ', 2, 1, 3],
  ])('%j at %d', (text, position, line, column) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(findJsonError(text)).toEqual({ position, line, column });
  });

  it('is reported to the caller with the message of the parser', () => {
    expect(() => parse('{\n  "title": x\n}')).toThrow(
      expect.objectContaining({
        code: 'rest_invalid_json',
        message: expect.stringContaining('line 2, column 12'),
        data: expect.objectContaining({
          status: 400,
          json_error_message: expect.any(String),
          json_error_position: 13,
          line: 2,
          column: 12,
        }),
      }),
    );
  });

  it('is omitted for bytes that are not text and for values nested too deep', () => {
    const refusal = (bytes: Uint8Array): { data: object } => {
      try {
        parseBody(bytes, 'application/json', RULES);
      } catch (error) {
        return error as { data: object };
      }
      throw new Error('It was accepted.');
    };
    expect(refusal(Buffer.from([0x22, 0xff, 0x22])).data).not.toHaveProperty('json_error_position');
    expect(refusal(Buffer.from('['.repeat(600) + ']'.repeat(600))).data).not.toHaveProperty('json_error_position');
  });

  it('is found in a text of one megabyte and in a hundred thousand levels', () => {
    const long = `["${'x'.repeat(1024 * 1024)}", ${'\\"'.repeat(10)}]`;
    expect(findJsonError(long).position).toBe(long.indexOf('\\'));
    expect(findJsonError('['.repeat(100_000)).position).toBe(100_000);
  });

  /** Whether some text completes this beginning to valid JSON: token endings, then the closing brackets. */
  function canBeCompleted(prefix: string): boolean {
    const open: string[] = [];
    let isInString = false;
    for (let index = 0; index < prefix.length; index += 1) {
      const character = prefix[index] ?? '';
      if (isInString && character === '\\') index += 1;
      else if (character === '"') isInString = !isInString;
      else if (!isInString && character === '{') open.unshift('}');
      else if (!isInString && character === '[') open.unshift(']');
      else if (!isInString && /[}\]]/.test(character)) open.shift();
    }
    const closers = open.join('');
    const tokenEnds = ['', '0', '""', '"', '0"', '00"', '000"', '0000"', 'n"', 'u0000"'];
    const wordEnds = ['true', 'false', 'null'].flatMap((word) => [1, 2, 3, 4].map((cut) => word.slice(cut)));
    return [...tokenEnds, ...wordEnds].some((end) =>
      ['', ':0', '"":0', '0'].some((rest) => {
        try {
          JSON.parse(prefix + end + rest + closers);
          return true;
        } catch {
          return false;
        }
      }),
    );
  }

  const brokenJson = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ...'{}[],:"\\0-.etfn \n\u0001xu'),
      fc.integer({ min: 0, max: 2 }),
    )
    .map(([text, at, inserted, removed]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + inserted + text.slice(place + removed);
    })
    .filter((text) => {
      try {
        JSON.parse(text);
        return false;
      } catch {
        return true;
      }
    });

  it('is the end of the shortest prefix that cannot be completed', () => {
    fc.assert(
      fc.property(brokenJson, (text) => {
        const { position } = findJsonError(text);
        expect(canBeCompleted(text.slice(0, position))).toBe(true);
        if (position < text.length) expect(canBeCompleted(text.slice(0, position + 1))).toBe(false);
      }),
      { numRuns: process.env.MORTISE_FULL ? 20_000 : 1_000 },
    );
  });

  it('agrees with the engine when it reports a position', () => {
    fc.assert(
      fc.property(brokenJson, (text) => {
        const reportedPosition = /at position (\d+)/.exec(messageOf(text))?.[1];
        // The engine reports the start of a broken number or word; this reports the character that breaks it.
        if (reportedPosition !== undefined)
          expect(findJsonError(text).position).toBeGreaterThanOrEqual(Number(reportedPosition));
      }),
      { numRuns: 500 },
    );
  });
});

function messageOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('prototype members', () => {
  const NAMES = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"a":[{"__proto__":{"x":1},"b":2}]}';

  it('are dropped from JSON at every level and in every spelling', () => {
    expect(Object.keys(parse(NAMES).json)).toEqual(['a']);
    expect(parse(NAMES).value).toEqual({ a: [{ b: 2 }] });
    expect(Object.keys(parse('{"\\u005f_proto__":{"x":1},"a":1}').json)).toEqual(['a']);
    expect(Object.assign({}, parse(NAMES).json) as { x?: number }).not.toHaveProperty('x');
  });

  it('are dropped from a body that the site has already parsed', () => {
    expect(acceptParsed(JSON.parse(NAMES), 'application/json').json).toEqual({ a: [{ b: 2 }] });
  });

  it('are dropped from forms', () => {
    const { form } = parse(
      '__proto__[x]=1&constructor[prototype][x]=1&a[__proto__][x]=1&__proto__=1&b=2',
      'application/x-www-form-urlencoded',
    );
    expect(Object.assign({}, form) as { x?: string }).not.toHaveProperty('x');
    expect(form).toMatchObject({ b: '2' });
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it('do not include a constructor with a plain text value', () => {
    expect(parse('{"constructor":"Eiffel"}').json).toEqual({ constructor: 'Eiffel' });
  });
});

describe('media types', () => {
  const closed: BodyRules = { limit: 1024, takesBytes: false };

  it.each(['text/plain', 'application/xml', 'application/octet-stream', ''])(
    'rejects "%s" on a route with arguments and lists the accepted types',
    (type) => {
      expect(() => parseBody(Buffer.from('x'), type, closed)).toThrow(
        expect.objectContaining({
          code: 'rest_unsupported_media_type',
          data: { status: 415, accepts: ['application/json', 'application/x-www-form-urlencoded'] },
        }),
      );
    },
  );

  it('ignores the type of an empty body', () => {
    expect(parseBody(Buffer.alloc(0), 'text/plain', closed).value).toBeUndefined();
  });

  it('passes the bytes to a route without arguments', () => {
    expect(parseBody(Buffer.from('x'), 'text/plain', RULES).value).toEqual(Buffer.from('x'));
  });

  it('treats every type that ends in +json as JSON', () => {
    expect(parse('{"a":1}', 'application/ld+json').json).toEqual({ a: 1 });
  });
});
