import { idOf } from '../../../../index.js';

/** What a name is completed to: the number says who or what is meant, whatever the name. */
const COMPLETED = /^#?([1-9]\d{0,14})(?:: .*)?$/su;

export function completed(id: number, name: string): string {
  return `${id}: ${name.replace(/\s+/g, ' ')}`;
}

/** The number in front of what was completed, or alone; null for a name. */
export function numberIn(typed: string): number | null {
  return idOf(COMPLETED.exec(typed.trim())?.[1]);
}

/** Names of which one stands on each line, or several between commas. */
export function namesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).flatMap((line) => (/^\s*#?\d+: /.test(line) ? [line] : line.split(/[,、，]/)));
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
