const MAX_SEQUENCE_LENGTH = 4;

/** Returns the index of a truncated last character in UTF-8; the length of the bytes if there is none. */
export function endOfLastCharacter(bytes: Uint8Array): number {
  for (let back = 1; back < MAX_SEQUENCE_LENGTH && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
