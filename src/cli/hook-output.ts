import type { CommandContext } from '../core/commands.js';

const STRUCTURED = ['json', 'ndjson', 'yaml'];

/** Whether the format supports nested data. The others need one level of plain values. */
export function isStructured({ options }: Pick<CommandContext, 'options'>): boolean {
  return STRUCTURED.includes(String(options.format));
}

/** Rounds a measurement to three significant digits. */
export function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns how to format numbers: rounded in tables, in full for programs. */
export function roundingOf({ options }: Pick<CommandContext, 'options'>): (value: number) => number {
  return options.format === 'table' ? threeDigits : (value) => value;
}
