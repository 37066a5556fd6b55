/** Returns the array itself if it holds `length` elements, else a zero-filled copy of at least twice its size. */
export function growTo<T extends Uint8Array | Uint32Array | Float64Array>(array: T, length: number): T {
  if (array.length >= length) return array;
  const grown = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}
