/**
 * Computes letters and digits modulo 97, with A as 10 to Z as 35 (ISO 7064, for IBAN and RF).
 * @param text upper case letters and digits
 */
export function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
