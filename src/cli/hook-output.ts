import type { CommandContext } from '../core/commands.js';

const STRUCTURED = ['json', 'ndjson', 'yaml'];

/** Whether the chosen format can carry what the hook system answers as it is; the others need one level of plain values. */
export function isStructured({ options }: Pick<CommandContext, 'options'>): boolean {
  return STRUCTURED.includes(String(options.format));
}

/** How numbers are shown: three significant digits are as exact as a measurement is for a person; programs get it all. */
export function roundingOf({ options }: Pick<CommandContext, 'options'>): (value: number) => number {
  return options.format === 'table' ? (value) => Number(value.toPrecision(3)) : (value) => value;
}

/** What plugins say of themselves, for a note: control characters in it must not steer the terminal. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
