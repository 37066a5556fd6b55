import { idOf } from '../../../../index.js';

/** What stands between commas, without empty ones. */
export function commaList(text: string): string[] {
  return text
    .split(/[,、，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What stands on lines of its own, without empty ones. */
export function lineList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Ids between commas; null where something else stands there. */
export function idList(text: string): number[] | null {
  const ids = commaList(text).map(idOf);
  return ids.every((id) => id !== null) ? ids : null;
}
