import { createDecoder } from './code-pages.js';

/** Code pages of bank files, most frequent first: the first of two with equal evidence wins. */
const PAGES = ['windows-1252', 'windows-1250', 'cp850', 'cp852'] as const;
type CodePage = (typeof PAGES)[number];

/** Characters of the bytes from 0x80 on, by page. */
const CHARACTERS: ReadonlyMap<CodePage, readonly string[]> = new Map(
  PAGES.map((page) => {
    const decoder = createDecoder(page);
    // As a stream, because Node decodes a single text in windows-1252 as Latin-1.
    const decoded = (index: number): string => decoder.decode(Uint8Array.of(index + 128), { stream: true });
    return [page, Array.from({ length: 128 }, (_, index) => decoded(index))] as const;
  }),
);

/**
 * Central European letters (1250) that are rare signs or undefined in 1252: Ł Ą Ş Ż ł ą ş Ľ ľ ż Ť Ź ť ś ź.
 * Also ě Ě, ř Ř, ů Ů, which are frequent in Czech.
 */
const CENTRAL = [
  ...[0xa3, 0xa5, 0xaa, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf, 0x8d, 0x8f, 0x9d, 0x9c, 0x9f],
  ...[0xec, 0xcc, 0xf8, 0xd8, 0xf9, 0xd9],
];
/** Western European letters (1252) that are rare letters in 1250: à À å Å ã ê Ê ñ Ñ æ Æ õ ò. */
const WESTERN = [0xe0, 0xc0, 0xe5, 0xc5, 0xe3, 0xea, 0xca, 0xf1, 0xd1, 0xe6, 0xc6, 0xf5, 0xf2];

/** A byte from 0x80 on with the kinds of its neighbors: letters of a word are no signs, and have one case. */
type Neighbor = 'high' | 'lower' | 'none' | 'upper';

/** Guesses the code page of bytes that are not UTF-8. */
export interface PageGuess {
  add(bytes: Uint8Array): void;
  page(): CodePage;
}

/** Creates a guess. The pieces may end anywhere. */
export function createPageGuess(): PageGuess {
  const counts = new Map<string, number>();
  let before: Neighbor = 'none';
  let open: { readonly byte: number; readonly before: Neighbor } | null = null;

  function close(after: Neighbor): void {
    if (open === null) return;
    const key = `${open.before} ${open.byte} ${after}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    open = null;
  }

  return {
    add(bytes) {
      for (const byte of bytes) {
        const kind = neighborOf(byte);
        close(kind);
        if (byte >= 0x80) open = { byte, before };
        before = kind;
      }
    },
    page() {
      close('none');
      const seen = [...counts].map(([key, count]) => {
        const [left, byte, right] = key.split(' ');
        return { left: left as Neighbor, byte: Number(byte), right: right as Neighbor, count };
      });
      const sum = (bytes: readonly number[]): number =>
        seen.reduce((total, { byte, count }) => total + (bytes.includes(byte) ? count : 0), 0);
      const windows = sum(CENTRAL) > sum(WESTERN) ? 'windows-1250' : 'windows-1252';
      const scoreOf = (page: CodePage): number =>
        seen.reduce(
          (total, { left, byte, right, count }) =>
            total + count * evidence(CHARACTERS.get(page)?.[byte - 0x80] ?? '', left, right),
          0,
        );
      let best: CodePage = windows;
      for (const page of PAGES.filter((one) => one.startsWith('cp'))) {
        if (scoreOf(page) > scoreOf(best)) best = page;
      }
      return best;
    },
  };
}

function neighborOf(byte: number): Neighbor {
  if (byte >= 0x80) return 'high';
  if (byte >= 0x61 && byte <= 0x7a) return 'lower';
  return byte >= 0x41 && byte <= 0x5a ? 'upper' : 'none';
}

/** Returns how well a character fits between its neighbors, from -3 to 1. */
function evidence(character: string, left: Neighbor, right: Neighbor): number {
  // Bytes that the page leaves undefined, and frames.
  if (/[\p{Cc}\ufffd\u2500-\u259f]/u.test(character)) return -3;
  const isInWord = left !== 'none' || right !== 'none';
  if (!/\p{L}/u.test(character)) return left !== 'none' && right !== 'none' ? -2 : 0;
  if (!isInWord) return 0;
  const isUpper = /\p{Lu}/u.test(character);
  if (isUpper && left === 'lower') return -1;
  return !isUpper && character !== 'ß' && left === 'upper' && right === 'upper' ? -1 : 1;
}
