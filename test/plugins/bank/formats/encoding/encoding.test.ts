import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headText } from '../../../../../src/plugins/bank/formats/encoding/head-text.js';
import { openText } from '../../../../../src/plugins/bank/formats/encoding/statement-text.js';
import { smallFile } from '../small-file.js';

const PIECE_SIZES = [1, 2, 3, 5, 65_536];

/** Single bytes by their Unicode characters: enough of both pages for what is said here. */
const PAGES = {
  'windows-1250': {
    ě: 0xec,
    ř: 0xf8,
    ů: 0xf9,
    š: 0x9a,
    ž: 0x9e,
    Š: 0x8a,
    Ž: 0x8e,
    Ý: 0xdd,
    Í: 0xcd,
    č: 0xe8,
    ť: 0x9d,
    í: 0xed,
  },
  'windows-1252': { à: 0xe0, å: 0xe5, ñ: 0xf1, ã: 0xe3, ü: 0xfc, '€': 0x80, ø: 0xf8, é: 0xe9 },
} as const;

function bytesIn(page: keyof typeof PAGES, text: string): Uint8Array {
  const codes: Readonly<Record<string, number>> = PAGES[page];
  return Buffer.from([...text].map((character) => codes[character] ?? character.charCodeAt(0)));
}

/** UTF-16 of both orders. */
function wide(text: string, order: 'be' | 'le', mark = true): Uint8Array {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

async function read(content: string | Uint8Array, options: { encoding?: string; pieceSize?: number } = {}) {
  const text = await openText(smallFile(content, 'statement', options.pieceSize), options);
  let whole = '';
  for await (const piece of text.pieces()) whole += piece;
  return { encoding: text.encoding, text: whole, warnings: text.problems.map(({ code }) => code) };
}

describe('the text of a file', () => {
  it.each(PIECE_SIZES)('is UTF-8 where all of it is, in pieces of %d bytes', async (pieceSize) => {
    const content = 'Příliš žluťoučký kůň, €, 漢字, 😀';
    expect(await read(content, { pieceSize })).toEqual({ encoding: 'utf-8', text: content, warnings: [] });
  });

  it.each(PIECE_SIZES)('is what its byte order mark says, in pieces of %d bytes', async (pieceSize) => {
    for (const order of ['le', 'be'] as const) {
      const found = await read(wide('Příliš 😀', order), { pieceSize, encoding: 'windows-1250' });
      expect(found).toEqual({ encoding: `utf-16${order}`, text: 'Příliš 😀', warnings: [] });
    }
    const marked = await read('\ufeffPříliš', { pieceSize, encoding: 'windows-1250' });
    expect(marked).toEqual({ encoding: 'utf-8', text: 'Příliš', warnings: [] });
  });

  it('is UTF-16 without a mark where every other byte is zero', async () => {
    for (const order of ['le', 'be'] as const) {
      expect(await read(wide('<?xml version="1.0"?>', order, false))).toMatchObject({ encoding: `utf-16${order}` });
    }
  });

  it.each([
    ['ISO-8859-1', 'windows-1252', 'ü'],
    ['iso-8859-2', 'iso-8859-2', 'ü'],
    ['ISO-8859-15', 'iso-8859-15', 'ü'],
    ['windows-1252', 'windows-1252', 'ü'],
  ])('is what its XML declaration says: %s', async (label, encoding, text) => {
    const declaration = `<?xml version="1.0" encoding="${label}"?><a>`;
    const found = await read(Buffer.concat([Buffer.from(declaration), Buffer.from([0xfc])]), { encoding: 'utf-8' });
    expect(found).toEqual({ encoding, text: declaration + text, warnings: [] });
  });

  it.each([
    ['OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1252\r\n<OFX>', 'windows-1252'],
    ['OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1250\r\n<OFX>', 'windows-1250'],
    ['OFXHEADER:100 DATA:OFXSGML ENCODING:USASCII CHARSET:8859-1 <OFX>', 'windows-1252'],
    ['\r\nOFXHEADER:100\nENCODING:USASCII\nCHARSET:ISO-8859-15\n<OFX>', 'iso-8859-15'],
  ])('is what the header of OFX says: %j', async (header, encoding) => {
    const found = await read(Buffer.concat([Buffer.from(header), bytesIn('windows-1252', 'ü')]));
    expect(found).toEqual({ encoding, text: `${header}ü`, warnings: [] });
  });

  it('is UTF-8 where OFX says so, and where it says no code page', async () => {
    for (const header of [
      'ENCODING:UTF-8\nCHARSET:NONE',
      'ENCODING:UNICODE\nCHARSET:1252',
      'ENCODING:USASCII\nCHARSET:NONE',
    ]) {
      const content = `OFXHEADER:100\n${header}\n<OFX>ř`;
      expect(await read(content)).toEqual({ encoding: 'utf-8', text: content, warnings: [] });
    }
  });

  it('is what the profile says, where the file says nothing', async () => {
    const bytes = bytesIn('windows-1250', 'Křížová');
    expect(await read(bytes, { encoding: 'windows-1250' })).toMatchObject({ encoding: 'windows-1250', warnings: [] });
  });

  it.each(PIECE_SIZES)('is guessed where nothing says it, with a warning, in pieces of %d bytes', async (pieceSize) => {
    const czech = await read(bytesIn('windows-1250', 'Dvořák, Měšice, stůl'), { pieceSize });
    expect(czech).toEqual({
      ...{ encoding: 'windows-1250', text: 'Dvořák, Měšice, stůl', warnings: ['encoding_guessed'] },
    });
    const spanish = await read(bytesIn('windows-1252', 'España, São Paulo, 5 €'), { pieceSize });
    expect(spanish).toEqual({
      ...{ encoding: 'windows-1252', text: 'España, São Paulo, 5 €', warnings: ['encoding_guessed'] },
    });
  });

  it('is a code page also when its first letters look like UTF-8', async () => {
    const text = `NEJVÝŠŠÍ ŽIDLE${' '.repeat(100)}Dvořák má stůl, těší se`;
    for (const pieceSize of [7, 65_536]) {
      expect(await read(bytesIn('windows-1250', text.replaceAll('á', ' ')), { pieceSize })).toMatchObject({
        ...{ encoding: 'windows-1250', text: text.replaceAll('á', ' ') },
      });
    }
  });

  it('is guessed, with a warning, where the file says UTF-8 and is not', async () => {
    const declaration = '<?xml version="1.0" encoding="UTF-8"?><Nm>';
    const bytes = Buffer.concat([Buffer.from(declaration), bytesIn('windows-1252', 'Müller')]);
    expect(await read(bytes)).toEqual({
      ...{ encoding: 'windows-1252', text: `${declaration}Müller`, warnings: ['encoding_guessed'] },
    });
  });

  it('is UTF-8, with a warning, where single bytes say UTF-16 or what nobody knows', async () => {
    for (const label of ['UTF-16', 'x-nobody']) {
      const content = `<?xml version="1.0" encoding="${label}"?><Nm>Müller</Nm>`;
      expect(await read(content)).toEqual({ encoding: 'utf-8', text: content, warnings: ['encoding_guessed'] });
    }
  });

  it('ends in the middle of a character without harm', async () => {
    const cut = Buffer.from('abc€').subarray(0, 5);
    expect(await read(cut)).toMatchObject({ encoding: 'windows-1252', warnings: ['encoding_guessed'] });
    expect(await read(Buffer.concat([Buffer.from('\ufeff'), cut]))).toMatchObject({ text: 'abc\ufffd' });
  });

  it('is nothing of an empty file', async () =>
    expect(await read('')).toEqual({ encoding: 'utf-8', text: '', warnings: [] }));

  it('is the same whatever the size of the pieces', async () => {
    const contents = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 60 }));
    await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 1, max: 9 }), async (content, pieceSize) => {
        expect(await read(content, { pieceSize })).toEqual(await read(content));
      }),
      // Valid at first, and not within its second piece.
      { examples: [[Uint8Array.from([0xcc, 0x80, 0x80]), 1]] },
    );
  });

  it('is itself when it is Unicode', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (content) => {
        fc.pre(!content.includes('\0'));
        expect((await read(content)).text).toBe(content);
        expect((await read(wide(content, 'be'))).text).toBe(content);
      }),
    );
  });

  it('is no longer read when nobody wants more, or a signal says so', async () => {
    const abort = new AbortController();
    let pieces = 0;
    let open = 0;
    const endless = {
      ...{ name: 'endless', size: Number.MAX_SAFE_INTEGER },
      open() {
        open += 1;
        const stream = new Readable({
          read() {
            pieces += 1;
            if (pieces === 100) abort.abort(new Error('The run was stopped.'));
            stream.push('ISO'.repeat(1000));
          },
        });
        return stream.on('close', () => {
          open -= 1;
        });
      },
    };
    const text = await openText(endless, { encoding: 'iso-8859-2' });
    for await (const piece of text.pieces()) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(pieces).toBeLessThan(100);
    await expect(openText(endless, { signal: abort.signal })).rejects.toThrow('The run was stopped.');
    await expect.poll(() => open).toBe(0);
  });
});

describe('the head of a file', () => {
  it('is its first 4 kB as text', async () => {
    expect(await headText(smallFile('short'))).toBe('short');
    expect(await headText(smallFile('a'.repeat(10_000)))).toBe('a'.repeat(4096));
  });

  it('is UTF-8 also when its end cuts a character', async () => {
    for (const before of ['', 'a', 'ab']) {
      expect(await headText(smallFile(before + '€'.repeat(2000)))).toMatch(new RegExp(`^${before}€{1364,1365}$`));
    }
  });
});
