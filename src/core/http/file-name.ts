import { toWellFormed } from './json-body.js';

const MAX_LENGTH = 200;

/** Control characters, overrides of writing direction (U+202E makes `gnp.exe` of `exe.png`), and line separators. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/**
 * The name of a client's file for people to read: without a folder, on one line, at most 200 characters, never empty.
 * It says nothing about where the file lies.
 */
export function safeFileName(name: string): string {
  const visible = toWellFormed(name).replace(INVISIBLE, '').normalize('NFC');
  const base = visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1).trim();
  if (base === '' || base === '.' || base === '..') return 'file';
  return shorten(base);
}

/** Cuts the middle out, since the end of a name is its extension. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  return [...characters.slice(0, MAX_LENGTH / 2), ...characters.slice(-MAX_LENGTH / 2)].join('');
}
