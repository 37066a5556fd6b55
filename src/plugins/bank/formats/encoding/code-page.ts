export type CodePage = 'windows-1250' | 'windows-1252';

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

/**
 * Guesses the code page of bytes that are not UTF-8; 1252 if undecided.
 * Both pages agree on ä, ö, ü, ß, é, á and í, so a wrong guess is still mostly readable.
 * @param counts number of occurrences of each byte
 */
export function guessCodePage(counts: ReadonlyMap<number, number>): CodePage {
  const sum = (bytes: readonly number[]): number => bytes.reduce((total, byte) => total + (counts.get(byte) ?? 0), 0);
  return sum(CENTRAL) > sum(WESTERN) ? 'windows-1250' : 'windows-1252';
}
