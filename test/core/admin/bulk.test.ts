import { describe, expect, it } from 'vitest';
import { bulkNotice, forEachTicked, tickedIds } from '../../../src/core/admin/bulk.js';
import type { SubmittedForm } from '../../../src/core/admin/submitted-form.js';
import { HostError } from '../../../src/core/errors.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { coreCatalogues } from '../../../src/core/texts/core-catalogues.js';

const strings = createStrings('en', coreCatalogues);
const refusal = (code: string): HostError => new HostError(code, `Refused: ${code}.`, { status: 409 });
const ticked = (...ids: string[]): SubmittedForm => ({
  has: (name) => name === 'ids',
  text: () => '',
  list: () => ids,
  isChecked: () => false,
});

describe('selected rows of a list', () => {
  it('are returned as IDs without duplicates', () => {
    expect(tickedIds({ strings }, ticked('3', '12', '3'))).toEqual([3, 12]);
  });

  it('ignore values that are not positive integers', () => {
    expect(tickedIds({ strings }, ticked('0', '-1', '1.5', 'x', '7'))).toEqual([7]);
  });

  it('are rejected when there are none or more than 100', () => {
    const many = Array.from({ length: 101 }, (_, index) => String(index + 1));
    for (const form of [ticked(), ticked('x'), ticked(...many)])
      expect(() => tickedIds({ strings }, form)).toThrow(expect.objectContaining({ code: 'form_invalid' }));
  });
});

describe('bulk actions', () => {
  const work = async (id: number): Promise<boolean> => {
    if (id > 10) throw refusal(id > 20 ? 'acme_busy' : 'acme_sold');
    return id > 5;
  };

  it('count changed rows, unchanged rows and refusals with their reasons', async () => {
    const outcome = await forEachTicked([1, 6, 11, 7], work);
    expect(outcome).toMatchObject({ changed: 2, unchanged: 1, refusals: [{ code: 'acme_sold' }] });
  });

  it('stop at a refusal that would also block the remaining rows', async () => {
    const outcome = await forEachTicked([6, 21, 7], work, { endsAt: ({ code }) => code === 'acme_busy' });
    expect(outcome).toMatchObject({ changed: 1, refusals: [{ code: 'acme_busy' }] });
  });

  it('rethrow a server error', async () => {
    const broken = new HostError('database_away', 'The database is away.', { status: 503 });
    await expect(forEachTicked([1], () => Promise.reject(broken))).rejects.toBe(broken);
  });
});

describe('bulk action notice', () => {
  const say = (changed: number, same: number, refusals: readonly HostError[]) =>
    bulkNotice(
      { changed, unchanged: same, refusals },
      { strings, done: (count) => `${count} sold.`, errorText: ({ message }) => message },
    );

  it('is a plain sentence when nothing was refused', () => {
    expect(say(2, 1, [])).toBe('2 sold. 1 unchanged.');
  });

  it('is a warning that lists each reason once when some rows were refused', () => {
    const text = '1 sold. 2 failed: Refused: acme_sold.';
    expect(say(1, 0, [refusal('acme_sold'), refusal('acme_sold')])).toEqual({ kind: 'warning', text });
  });

  it('is an error when nothing changed', () => {
    const text = '1 failed: Refused: acme_sold.';
    expect(say(0, 0, [refusal('acme_sold')])).toEqual({ kind: 'error', text });
  });
});
