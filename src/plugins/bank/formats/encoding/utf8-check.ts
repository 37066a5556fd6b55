import { isAscii, isUtf8 } from 'node:buffer';
import { endOfLastCharacter } from './last-character.js';

/** Whether a text is UTF-8, as far as it is known until now. */
export interface Utf8Check {
  /** @returns whether it may still be UTF-8 */
  add(piece: Uint8Array): boolean;
  /** Whether all of it is UTF-8. Called after the last piece. */
  isUtf8(): boolean;
}

/** Checks pieces whose borders lie anywhere, also within a character. */
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
