export type CodePage = 'windows-1250' | 'windows-1252';

/**
 * Letters of central Europe (1250) where the other page has signs that bank texts hardly have, or nothing: Ł Ą Ş Ż ł ą ş Ľ
 * ľ ż Ť Ź ť ś ź; and ě Ě, ř Ř, ů Ů, which Czech texts are full of.
 */
const CENTRAL = [
  ...[0xa3, 0xa5, 0xaa, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf, 0x8d, 0x8f, 0x9d, 0x9c, 0x9f],
  ...[0xec, 0xcc, 0xf8, 0xd8, 0xf9, 0xd9],
];
/** Letters of western Europe (1252) where the other page has rare ones: à À å Å ã ê Ê ñ Ñ æ Æ õ ò. */
const WESTERN = [0xe0, 0xc0, 0xe5, 0xc5, 0xe3, 0xea, 0xca, 0xf1, 0xd1, 0xe6, 0xc6, 0xf5, 0xf2];

/**
 * Which code page bytes are in that are no UTF-8. Both have ä, ö, ü, ß, é, á and í in the same places, so that much can
 * be read without knowing; where nothing tells, it is 1252.
 * @param counts how often each byte occurs
 */
export function guessCodePage(counts: ReadonlyMap<number, number>): CodePage {
  const sum = (bytes: readonly number[]): number => bytes.reduce((total, byte) => total + (counts.get(byte) ?? 0), 0);
  return sum(CENTRAL) > sum(WESTERN) ? 'windows-1250' : 'windows-1252';
}
