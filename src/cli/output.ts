import stringWidth from 'string-width';
import type { CommandOutput, Progress, Row } from '../core/commands.js';
import { type CsvCell, csvText } from '../core/csv-text.js';
import { HostError } from '../core/errors.js';
import { onDemand } from '../core/on-demand.js';

const yaml = onDemand<typeof import('yaml')>('yaml');

export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'yaml', 'ids', 'count'] as const;
export type Format = (typeof FORMATS)[number];

export interface OutputOptions {
  readonly format: Format;
  /** Columns to show instead of the command's default. */
  readonly fields?: readonly string[];
  /** Shows only this field, one value per line. */
  readonly field?: string;
  readonly quiet: boolean;
  /** Whether progress bars are shown. False with `--no-progress` or without a terminal. */
  readonly progress: boolean;
}

export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

/** Creates the output of a command: data goes to standard output in the chosen format, messages to standard error. */
export function createOutput(options: OutputOptions, { stdout, stderr }: Streams): CommandOutput {
  const print = (text: string): void => {
    if (text === '') return;
    const lines = text.endsWith('\n') ? text : `${text}\n`;
    // Pipes and files get the data unchanged, byte for byte.
    stdout.write(stdout.isTTY ? harmless(lines) : lines);
  };
  const note = (message: string): void => {
    if (!options.quiet) stderr.write(`${singleLine(message)}\n`);
  };
  return {
    rows(rows, columns, total = rows.length) {
      const { field, format } = options;
      if (format === 'count' && field === undefined) return print(String(total));
      if (field !== undefined)
        print(
          formatValues(
            rows.map((row) => fieldOf(row, field)),
            format,
          ),
        );
      else print(formatRows(rows, options.fields ?? columns, options));
      if (rows.length < total) note(`${rows.length} of ${total} rows; use --limit for more.`);
    },
    record(record) {
      const { field, fields, format } = options;
      if (field !== undefined) print(formatValue(fieldOf(record, field), format));
      else print(formatRecord(fields ? pick(record, fields) : record, format));
    },
    text: print,
    note,
    warn: (message) => stderr.write(`Warning: ${singleLine(message)}\n`),
    progress: (label, total) => createProgress(label, total, options.progress && !options.quiet),
  };
}

function formatRows(rows: readonly Row[], columns: readonly string[], { format, fields }: OutputOptions): string {
  // Structured formats contain all fields unless some were selected. A table shows the default columns.
  const selectedRows = fields ? rows.map((row) => pick(row, columns)) : rows;
  switch (format) {
    case 'table':
      return table(rows, columns);
    case 'json':
      return JSON.stringify(selectedRows, null, 2);
    case 'ndjson':
      return selectedRows.map((row) => JSON.stringify(row)).join('\n');
    case 'csv':
      return csvText([columns, ...rows.map((row) => columns.map((column) => csvCell(fieldOf(row, column))))], '\n');
    case 'yaml':
      return yaml().stringify(selectedRows);
    case 'ids':
      return rows.map((row) => text(fieldOf(row, 'id'))).join(' ');
    case 'count':
      return String(rows.length);
  }
}

function formatRecord(record: Row, format: Format): string {
  switch (format) {
    case 'json':
      return JSON.stringify(record, null, 2);
    case 'ndjson':
      return JSON.stringify(record);
    case 'yaml':
      return yaml().stringify(record);
    case 'csv':
      return csvText([Object.keys(record), Object.values(record).map(csvCell)], '\n');
    case 'ids':
      return text(fieldOf(record, 'id'));
    case 'count':
      return '1';
    case 'table':
      return table(
        Object.entries(record).map(([field, value]) => ({ field, value })),
        ['field', 'value'],
      );
  }
}

/** Formats one value per line, or a JSON array if JSON was requested. */
function formatValues(values: readonly unknown[], format: Format): string {
  return format === 'json'
    ? JSON.stringify(values, null, 2)
    : values.map((value) => formatValue(value, format)).join('\n');
}

function formatValue(value: unknown, format: Format): string {
  return format === 'json' || format === 'ndjson' ? JSON.stringify(value ?? null) : text(value);
}

function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(row, field)]));
}

/** @throws HostError 400 `cli_unknown_field` with the existing fields */
function fieldOf(row: Row, field: string): unknown {
  if (Object.hasOwn(row, field)) return row[field];
  const columnNames = Object.keys(row).join(', ');
  throw new HostError('cli_unknown_field', `There is no field "${field}". Available: ${columnNames}.`, { status: 400 });
}

function csvCell(value: unknown): CsvCell {
  return typeof value === 'number' || value === null ? value : text(value);
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const MAX_CELL_LENGTH = 60;

/** Formats a table. Column widths are measured in terminal cells: Chinese characters take two. */
function table(rows: readonly Row[], columns: readonly string[]): string {
  const cells = [[...columns], ...rows.map((row) => columns.map((column) => shorten(text(fieldOf(row, column)))))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => stringWidth(line[index] ?? ''))));
  const lines = cells.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return lines.join('\n');
}

/** Removes control characters of stored text, which could control the terminal. */
export function singleLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Like `singleLine`, but keeps line breaks and tabs. */
export function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]+/gu, ' ');
}

function shorten(cell: string): string {
  const characters = [...singleLine(cell)];
  return characters.length > MAX_CELL_LENGTH
    ? `${characters.slice(0, MAX_CELL_LENGTH - 1).join('')}…`
    : characters.join('');
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}

const library = onDemand<typeof import('cli-progress')>('cli-progress');

/** Creates a progress bar with an estimate on standard error, or a no-op without a terminal. */
function createProgress(label: string, total: number, visible: boolean): Progress {
  if (!visible || total === 0) return { advance: () => undefined, stop: () => undefined };
  const { SingleBar } = library();
  const bar = new SingleBar({
    format: `${label} [{bar}] {percentage}% | {value}/{total} | {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    stream: process.stderr,
  });
  bar.start(total, 0);
  return { advance: (by = 1) => bar.increment(by), stop: () => bar.stop() };
}
