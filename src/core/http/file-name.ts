import { toWellFormed } from './json-body.js';

const MAX_LENGTH = 200;

/** Control characters, line separators and bidirectional overrides (U+202E shows `exe.png` as `gnp.exe`). */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitizes a client's file name for display: no folder, one line, at most 200 characters, never empty. Never use it
 * as a path.
 */
export function safeFileName(name: string): string {
  const visible = toWellFormed(name).replace(INVISIBLE, '').normalize('NFC');
  const base = visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1).trim();
  if (base === '' || base === '.' || base === '..') return 'file';
  return shorten(base);
}

/** Cuts out the middle, because the end of a name is its extension. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  return [...characters.slice(0, MAX_LENGTH / 2), ...characters.slice(-MAX_LENGTH / 2)].join('');
}
