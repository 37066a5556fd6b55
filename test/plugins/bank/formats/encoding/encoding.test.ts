import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headText } from '../../../../../src/plugins/bank/formats/encoding/head-text.js';
import { openText } from '../../../../../src/plugins/bank/formats/encoding/statement-text.js';
import { smallFile } from '../small-file.js';

const PIECE_SIZES = [1, 2, 3, 5, 65_536];

/** Single-byte codes of the characters in these tests. */
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

/** Encodes a text as UTF-16 in either byte order. */
function wide(text: string, order: 'be' | 'le', mark = true): Uint8Array {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

async function read(
  content: string | Uint8Array,
  options: { chosen?: string; encoding?: string; pieceSize?: number } = {},
) {
  const text = await openText(smallFile(content, 'statement', options.pieceSize), options);
  let whole = '';
  for await (const piece of text.pieces()) whole += piece;
  return { encoding: text.encoding, text: whole, warnings: text.problems.map(({ code }) => code) };
}

describe('text decoding', () => {
  it.each(PIECE_SIZES)('reads valid UTF-8, in chunks of %d bytes', async (pieceSize) => {
    const content = 'Příliš žluťoučký kůň, €, 漢字, 😀';
    expect(await read(content, { pieceSize })).toEqual({ encoding: 'utf-8', text: content, warnings: [] });
  });

  it.each(PIECE_SIZES)('follows the byte order mark, in chunks of %d bytes', async (pieceSize) => {
    for (const order of ['le', 'be'] as const) {
      const found = await read(wide('Příliš 😀', order), { pieceSize, encoding: 'windows-1250' });
      expect(found).toEqual({ encoding: `utf-16${order}`, text: 'Příliš 😀', warnings: [] });
    }
    const marked = await read('\ufeffPříliš', { pieceSize, encoding: 'windows-1250' });
    expect(marked).toEqual({ encoding: 'utf-8', text: 'Příliš', warnings: [] });
  });

  it('detects UTF-16 without a byte order mark by its zero bytes', async () => {
    for (const order of ['le', 'be'] as const) {
      expect(await read(wide('<?xml version="1.0"?>', order, false))).toMatchObject({ encoding: `utf-16${order}` });
    }
  });

  it.each([
    ['ISO-8859-1', 'windows-1252', 'ü'],
    ['iso-8859-2', 'iso-8859-2', 'ü'],
    ['ISO-8859-15', 'iso-8859-15', 'ü'],
    ['windows-1252', 'windows-1252', 'ü'],
  ])('follows the XML declaration %s', async (label, encoding, text) => {
    const declaration = `<?xml version="1.0" encoding="${label}"?><a>`;
    const found = await read(Buffer.concat([Buffer.from(declaration), Buffer.from([0xfc])]), { encoding: 'utf-8' });
    expect(found).toEqual({ encoding, text: declaration + text, warnings: [] });
  });

  it.each([
    ['OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1252\r\n<OFX>', 'windows-1252'],
    ['OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1250\r\n<OFX>', 'windows-1250'],
    ['OFXHEADER:100 DATA:OFXSGML ENCODING:USASCII CHARSET:8859-1 <OFX>', 'windows-1252'],
    ['\r\nOFXHEADER:100\nENCODING:USASCII\nCHARSET:ISO-8859-15\n<OFX>', 'iso-8859-15'],
  ])('follows the OFX header %j', async (header, encoding) => {
    const found = await read(Buffer.concat([Buffer.from(header), bytesIn('windows-1252', 'ü')]));
    expect(found).toEqual({ encoding, text: `${header}ü`, warnings: [] });
  });

  it('uses UTF-8 when OFX declares it or declares no code page', async () => {
    for (const header of [
      'ENCODING:UTF-8\nCHARSET:NONE',
      'ENCODING:UNICODE\nCHARSET:1252',
      'ENCODING:USASCII\nCHARSET:NONE',
    ]) {
      const content = `OFXHEADER:100\n${header}\n<OFX>ř`;
      expect(await read(content)).toEqual({ encoding: 'utf-8', text: content, warnings: [] });
    }
  });

  it('uses the encoding of the profile when the file declares none', async () => {
    const bytes = bytesIn('windows-1250', 'Křížová');
    expect(await read(bytes, { encoding: 'windows-1250' })).toMatchObject({ encoding: 'windows-1250', warnings: [] });
  });

  it.each(PIECE_SIZES)('guesses an undeclared encoding with a warning, in chunks of %d bytes', async (pieceSize) => {
    const czech = await read(bytesIn('windows-1250', 'Dvořák, Měšice, stůl'), { pieceSize });
    expect(czech).toEqual({
      encoding: 'windows-1250',
      text: 'Dvořák, Měšice, stůl',
      warnings: ['encoding_guessed'],
    });
    const spanish = await read(bytesIn('windows-1252', 'España, São Paulo, 5 €'), { pieceSize });
    expect(spanish).toEqual({
      encoding: 'windows-1252',
      text: 'España, São Paulo, 5 €',
      warnings: ['encoding_guessed'],
    });
  });

  it('detects a code page even when the first letters look like UTF-8', async () => {
    const text = `NEJVÝŠŠÍ ŽIDLE${' '.repeat(100)}Dvořák má stůl, těší se`;
    for (const pieceSize of [7, 65_536]) {
      expect(await read(bytesIn('windows-1250', text.replaceAll('á', ' ')), { pieceSize })).toMatchObject({
        encoding: 'windows-1250',
        text: text.replaceAll('á', ' '),
      });
    }
  });

  it('guesses with a warning when the file declares UTF-8 and is not', async () => {
    const declaration = '<?xml version="1.0" encoding="UTF-8"?><Nm>';
    const bytes = Buffer.concat([Buffer.from(declaration), bytesIn('windows-1252', 'Müller')]);
    expect(await read(bytes)).toEqual({
      encoding: 'windows-1252',
      text: `${declaration}Müller`,
      warnings: ['encoding_guessed'],
    });
  });

  it('guesses with a warning when the file declares Windows-1252 and has bytes without a character in it', async () => {
    const header = 'OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1252\r\n<OFX><NAME>';
    const bytes = Buffer.concat([Buffer.from(header), Buffer.from('Geb\x81hr f\x81r \x8epfel', 'latin1')]);
    expect(await read(bytes)).toEqual({
      encoding: 'cp850',
      text: `${header}Gebühr für Äpfel`,
      warnings: ['encoding_guessed'],
    });
    expect(await read(bytes, { chosen: 'windows-1252' })).toMatchObject({ encoding: 'windows-1252', warnings: [] });
  });

  it('uses UTF-8 with a warning when the declared encoding is wrong or unknown', async () => {
    for (const label of ['UTF-16', 'x-nobody']) {
      const content = `<?xml version="1.0" encoding="${label}"?><Nm>Müller</Nm>`;
      expect(await read(content)).toEqual({ encoding: 'utf-8', text: content, warnings: ['encoding_guessed'] });
    }
  });

  it.each([
    'OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1252\r\n<OFX>ANTECIPAÇÃO À VISTA',
    '<?xml version="1.0" encoding="ISO-8859-1"?><Nm>Müller</Nm>',
  ])('prefers valid UTF-8 to the label of %j, with a warning', async (content) =>
    expect(await read(content)).toEqual({ encoding: 'utf-8', text: content, warnings: ['encoding_guessed'] }),
  );

  it.each([
    ['cp850', 'Gebühr für Äpfel, MÜLLER GROß', [0x81, 0x81, 0x8e, 0x9a, 0xe1]],
    ['cp850', 'Köln, Fußball, Präsent', [0x94, 0xe1, 0x84]],
    ['cp852', 'Dvořák, stůl, Žižkov, běží', [0xfd, 0xa0, 0x85, 0xa6, 0xa7, 0xd8, 0xa7, 0xa1]],
    ['windows-1252', 'Gebühr für Äpfel, MÜLLER GROß', [0xfc, 0xfc, 0xc4, 0xdc, 0xdf]],
    ['windows-1252', 'Käse, Öl, café', [0xe4, 0xd6, 0xe9]],
  ])('recognizes %s by the words of %j', async (encoding, text, codes) => {
    let next = 0;
    const bytes = Uint8Array.from(
      [...text].map((letter) => {
        const code = letter.charCodeAt(0);
        if (code < 0x80) return code;
        next += 1;
        return codes[next - 1] ?? 0;
      }),
    );
    for (const pieceSize of PIECE_SIZES) {
      expect(await read(bytes, { pieceSize })).toEqual({ encoding, text, warnings: ['encoding_guessed'] });
    }
  });

  it('uses the encoding that the user chose, unless the file is UTF-8', async () => {
    const bytes = Uint8Array.of(0x4d, 0x81, 0x6c);
    expect(await read(bytes, { chosen: 'IBM850' })).toEqual({ encoding: 'cp850', text: 'Mül', warnings: [] });
    expect(await read('Mül', { chosen: 'cp850' })).toMatchObject({ text: 'Mül', warnings: ['encoding_guessed'] });
    await expect(read(bytes, { chosen: 'klingon' })).rejects.toMatchObject({ code: 'vendor_bank_invalid_param' });
  });

  it('accepts a file that ends in the middle of a character', async () => {
    const cut = Buffer.from('abc€').subarray(0, 5);
    expect(await read(cut)).toMatchObject({ encoding: 'windows-1252', warnings: ['encoding_guessed'] });
    expect(await read(Buffer.concat([Buffer.from('\ufeff'), cut]))).toMatchObject({ text: 'abc\ufffd' });
  });

  it('returns an empty text for an empty file', async () =>
    expect(await read('')).toEqual({ encoding: 'utf-8', text: '', warnings: [] }));

  it('gives the same result for any chunk size', async () => {
    const contents = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 60 }));
    await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 1, max: 9 }), async (content, pieceSize) => {
        expect(await read(content, { pieceSize })).toEqual(await read(content));
      }),
      // Valid UTF-8 at first, but not in the second chunk.
      { examples: [[Uint8Array.from([0xcc, 0x80, 0x80]), 1]] },
    );
  });

  it('reads any Unicode text unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (content) => {
        fc.pre(!content.includes('\0'));
        expect((await read(content)).text).toBe(content);
        expect((await read(wide(content, 'be'))).text).toBe(content);
      }),
    );
  });

  it('stops when the consumer stops or a signal aborts', async () => {
    const abort = new AbortController();
    let pieces = 0;
    let open = 0;
    const endless = {
      name: 'endless',
      size: Number.MAX_SAFE_INTEGER,
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

describe('file head', () => {
  it('is the first 4 kB as text', async () => {
    expect(await headText(smallFile('short'))).toBe('short');
    expect(await headText(smallFile('a'.repeat(10_000)))).toBe('a'.repeat(4096));
  });

  it('stays UTF-8 when its end splits a character', async () => {
    for (const before of ['', 'a', 'ab']) {
      expect(await headText(smallFile(before + '€'.repeat(2000)))).toMatch(new RegExp(`^${before}€{1364,1365}$`));
    }
  });
});
