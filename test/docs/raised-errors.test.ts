import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RaisedError, raisedErrors } from '../../scripts/raised-errors.mjs';

/** RFC 6749 error codes, which have several statuses. */
const OF_OAUTH = ['invalid_client', 'invalid_request'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mortise-errors-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function errorsIn(files: Readonly<Record<string, string>>): readonly Omit<RaisedError, 'file'>[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return raisedErrors(folder).map(({ code, statuses, sentences }) => ({ code, statuses, sentences }));
}

it('gives every error code one status, except for 401 and 403, which depend on authentication', () => {
  const statuses = new Map<string, Set<number>>();
  for (const error of raisedErrors(fileURLToPath(new URL('../../src', import.meta.url)))) {
    const own = statuses.get(error.code) ?? new Set();
    for (const status of error.statuses) own.add(status === 401 ? 403 : status);
    statuses.set(error.code, own);
  }
  expect(statuses.size).toBeGreaterThan(300);
  const ambiguous = [...statuses].filter(([code, own]) => own.size > 1 && !OF_OAUTH.includes(code));
  expect(ambiguous).toEqual([]);
});

it('finds errors with literal arguments', () => {
  const text = `
    throw new HostError('too_large', \`At most \${limit} bytes.\`, { status: 413, limit });
    throw new HostError('broken', 'It is ' + 'broken.');`;
  expect(errorsIn({ 'a.ts': text })).toEqual([
    { code: 'too_large', statuses: [413], sentences: ['At most {limit} bytes.'] },
    { code: 'broken', statuses: [500], sentences: ['It is broken.'] },
  ]);
});

it('finds errors with arguments passed through functions, across files', () => {
  const files = {
    'refuse.ts': `
      export function refuse(field: string, { message, status = 400 }: Refusal) {
        return new HostError(\`invalid_\${field}\`, message, { status });
      }`,
    'use.ts': `
      import { refuse } from './refuse.js';
      const GONE = { message: 'It is gone.', status: 410 };
      function check(field: string) { throw refuse(field, { message: \`There is no \${field}.\` }); }
      check('name');
      throw refuse('place', { ...GONE });`,
  };
  expect(errorsIn(files)).toEqual([
    { code: 'invalid_name', statuses: [400], sentences: ['There is no {field}.'] },
    { code: 'invalid_place', statuses: [410], sentences: ['It is gone.'] },
  ]);
});

it('tells functions of the same name in different scopes apart', () => {
  const text = `
    function check() {
      const invalid = (field: string) => new HostError(\`invalid_\${field}\`, 'Wrong.');
      throw invalid('name');
    }
    function invalid(message: string) { return new HostError('invalid_list', message); }
    throw invalid('Enter a list.');`;
  expect(errorsIn({ 'a.ts': text }).map(({ code, sentences }) => [code, sentences])).toEqual([
    ['invalid_name', ['Wrong.']],
    ['invalid_list', ['Enter a list.']],
  ]);
});

it('finds translated messages in the catalog of the part', () => {
  const files = {
    'locales/en.json': '{ "expired": "Expired.", "gone": "Deleted." }',
    'shop/locales/en.json': '{ "expired": "The cart has expired." }',
    'shop/cart.ts': `
      throw new HostError('cart_expired', text('expired'), { status: 410 });
      throw new HostError('cart_gone', strings.text('gone'), { status: 410 });`,
  };
  expect(errorsIn(files).map(({ sentences }) => sentences)).toEqual([['The cart has expired.'], ['Deleted.']]);
});

it('terminates on recursive functions', () => {
  const text = `
    function refuse(message: string, depth: number) {
      if (depth > 0) return refuse(message, depth - 1);
      throw new HostError('deep', message);
    }
    refuse('Too deep.', 3);`;
  expect(errorsIn({ 'a.ts': text })).toEqual([{ code: 'deep', statuses: [500], sentences: ['Too deep.'] }]);
});

it('pairs each code of a condition with its own message', () => {
  const text = `
    const code = late ? 'late' : 'early';
    const message = late ? 'Too late.' : 'Too early.';
    throw new HostError(code, message);`;
  expect(errorsIn({ 'a.ts': text }).map(({ code, sentences }) => [code, sentences])).toEqual([
    ['late', ['Too late.']],
    ['early', ['Too early.']],
  ]);
});

it('rejects unreadable codes, unless they are passed on from another error', () => {
  expect(() => errorsIn({ 'a.ts': 'export const fail = (code) => new HostError(code, "No.");' })).toThrow('a.ts');
  expect(errorsIn({ 'a.ts': 'throw new HostError(error.code, "In other words.");' })).toEqual([]);
});
