import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { HostError } from '../../src/index.js';
import { detectFormat } from '../../src/plugins/bank/formats/detect.js';
import { statementFormats } from '../../src/plugins/bank/formats/formats.js';
import type { StatementPart } from '../../src/plugins/bank/formats/statement.js';
import type { StatementFile } from '../../src/plugins/bank/formats/statement-format.js';

const corpus = process.env.MORTISE_CORPUS;
const folder = path.join(corpus ?? '', 'bank');
const present = corpus !== undefined && existsSync(folder);
const required = (process.env.MORTISE_REQUIRE ?? '').split(',').includes('corpus');
if (!present && !required) console.log('skipped: statements of the real corpus (set MORTISE_CORPUS)');

interface ManifestLine {
  readonly kind: string;
  readonly file: string;
  readonly golden: string;
  readonly expect_count: string;
  readonly expect_sum_minor: string;
}

const manifest = present
  ? (parse(readFileSync(path.join(folder, 'MANIFEST.csv')), { columns: true }) as ManifestLine[])
  : [];
/** Statements written by banks. Other files are conversions by third-party programs. */
const inputs = manifest.filter(({ golden }) => golden !== 'yes');
const checkedFiles = inputs.filter((line) => line.expect_count !== '');

function corpusFile({ kind, file }: ManifestLine): StatementFile {
  const place = path.join(folder, kind, file);
  return { name: file, size: statSync(place).size, open: () => createReadStream(place) };
}

/**
 * Files with entries we reject: amounts with more decimals than their currency has are never rounded, and an entry
 * needs a date. Values: accepted entries, their sum, errors.
 */
const REFUSED: Readonly<Record<string, readonly [entries: number, sum: number, errors: number]>> = {
  'jseutter__fidelity-savings.ofx': [1, -150_000, 3],
  'jseutter__fail_nice_date_missing.ofx': [1, 20_000, 2],
};

/** Account and currency for files without a statement header. */
const DEFAULTS = { account: 'CORPUS-1', currency: 'EUR' };

async function readFile(line: ManifestLine): Promise<readonly StatementPart[]> {
  const file = corpusFile(line);
  const { format } = await detectFormat(file, statementFormats());
  const parts: StatementPart[] = [];
  for await (const part of format.read(file, DEFAULTS)) parts.push(part);
  return parts;
}

function sumOf(parts: readonly StatementPart[]): number {
  return parts.reduce((sum, part) => {
    if (part.kind !== 'entry') return sum;
    return sum + (part.entry.direction === 'credit' ? part.entry.amount : -part.entry.amount);
  }, 0);
}

describe.runIf(present || required)('bank statement corpus', () => {
  it('has 109 statements, 89 with known entries and sums', () =>
    expect([inputs.length, checkedFiles.length]).toEqual([109, 89]));

  it.each(inputs.map((line) => [`${line.kind}/${line.file}`, line] as const))('%s', async (_, line) => {
    const parts = await readFile(line).catch((error: unknown) => {
      if (error instanceof HostError) return error;
      throw error;
    });
    if (parts instanceof HostError) {
      expect(parts).toMatchObject({
        status: 400,
        code: expect.stringMatching(/^vendor_bank_(?:unknown_format|parse_failed)$/),
      });
      expect(parts.message).toMatch(/^[A-Z].{20,}\.$/s);
      expect(Number(line.expect_count)).toBe(0);
      return;
    }
    if (line.expect_count === '') return;
    const entries = parts.filter(({ kind }) => kind === 'entry').length;
    const errors = parts.filter((part) => part.kind === 'problem' && part.problem.severity === 'error').length;
    const refused = REFUSED[line.file];
    if (refused !== undefined) {
      expect([entries, sumOf(parts), errors]).toEqual(refused);
      expect(entries + errors).toBe(Number(line.expect_count));
      return;
    }
    expect([entries, sumOf(parts)]).toEqual([Number(line.expect_count), Number(line.expect_sum_minor)]);
  });
});
