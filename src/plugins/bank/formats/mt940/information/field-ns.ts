import { type Information, NO_INFORMATION } from './information.js';

/**
 * Reads field NS of some banks. Each line starts with two digits: 01 to 14 purpose, 15 and 16 name, 33 bank, 34
 * account.
 */
export function readFieldNs(lines: readonly string[]): Information {
  const texts = lines.map((line) => [Number(line.slice(0, 2)), line.slice(2).trim()] as const);
  const between = (first: number, last: number): string =>
    texts
      .filter(([number, text]) => number >= first && number <= last && text !== '')
      .map(([, text]) => text)
      .join(' ');
  return {
    ...NO_INFORMATION,
    name: between(15, 16),
    account: between(34, 34),
    bank: between(33, 33),
    remittance: between(1, 14),
  };
}
