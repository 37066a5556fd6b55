import { idOf } from '../../../../../pages.js';

/** Format of a completed name. The id decides, whatever the name says. */
const COMPLETED = /^#?([1-9]\d{0,14})(?:: .*)?$/su;

export function completed(id: number, name: string): string {
  return `${id}: ${name.replace(/\s+/g, ' ')}`;
}

/** Returns the id of a completed name or a bare id; null for a plain name. */
export function numberIn(typed: string): number | null {
  return idOf(COMPLETED.exec(typed.trim())?.[1]);
}

/** Splits names on lines, or on commas within a line. */
export function namesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).flatMap((line) => (/^\s*#?\d+: /.test(line) ? [line] : line.split(/[,、，]/)));
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
