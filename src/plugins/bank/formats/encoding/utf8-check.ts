import { isAscii, isUtf8 } from 'node:buffer';
import { endOfLastCharacter } from './last-character.js';

/** Incremental UTF-8 validation. */
export interface Utf8Check {
  /** Adds a piece and returns whether the bytes so far may be UTF-8. */
  add(piece: Uint8Array): boolean;
  /** Whether all bytes are UTF-8. Call after the last piece. */
  isUtf8(): boolean;
}

/** Creates a check whose pieces may end anywhere, even within a character. */
export function createUtf8Check(): Utf8Check {
  let rest: Uint8Array = new Uint8Array(0);
  let isValid = true;

  return {
    add(piece) {
      if (!isValid || (rest.length === 0 && isAscii(piece))) return isValid;
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const end = endOfLastCharacter(bytes);
      isValid = isUtf8(bytes.subarray(0, end));
      rest = bytes.slice(end);
      return isValid;
    },
    isUtf8: () => isValid && rest.length === 0,
  };
}
