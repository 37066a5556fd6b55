import { isAscii, isUtf8 } from 'node:buffer';
import { endOfLastCharacter } from './last-character.js';

/** What is known of the bytes of a text until now. */
export interface Utf8Check {
  add(piece: Uint8Array): void;
  /** Whether all of it is UTF-8. Called after the last piece. */
  isUtf8(): boolean;
  /** How often each byte from 0x80 on occurs, from the piece on that is no UTF-8. */
  highBytes(): ReadonlyMap<number, number>;
}

/** Checks pieces whose borders lie anywhere, also within a character. */
export function createUtf8Check(): Utf8Check {
  const counts = new Map<number, number>();
  let rest: Uint8Array = new Uint8Array(0);
  let isValid = true;

  function count(piece: Uint8Array): void {
    for (const byte of piece) if (byte >= 0x80) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }

  return {
    add(piece) {
      if (!isValid) return count(piece);
      if (rest.length === 0 && isAscii(piece)) return;
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const end = endOfLastCharacter(bytes);
      isValid = isUtf8(bytes.subarray(0, end));
      if (isValid) rest = bytes.slice(end);
      else count(bytes);
    },
    isUtf8() {
      if (isValid && rest.length > 0) {
        isValid = false;
        count(rest);
      }
      return isValid;
    },
    highBytes: () => counts,
  };
}
