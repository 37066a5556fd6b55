import type { CommandContext } from '../core/commands.js';

const STRUCTURED = ['json', 'ndjson', 'yaml'];

/** Whether the chosen format can carry what the hook system answers as it is; the others need one level of plain values. */
export function isStructured({ options }: Pick<CommandContext, 'options'>): boolean {
  return STRUCTURED.includes(String(options.format));
}

/** As exact as a measurement is for a person. */
export function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

/** How numbers are shown: rounded in a table; programs get it all. */
export function roundingOf({ options }: Pick<CommandContext, 'options'>): (value: number) => number {
  return options.format === 'table' ? threeDigits : (value) => value;
}
