import { describe, expect, it } from 'vitest';
import { csv } from '../../../../../src/plugins/bank/formats/csv/csv.js';
import { readParts } from '../read-parts.js';

const refusal = (text: string): Promise<{ message: string; data: { columns: readonly string[] } }> =>
  readParts(csv, text, { account: '1', currency: 'EUR' }).then(
    () => {
      throw new Error('It was read.');
    },
    (error) => error,
  );

describe('CSV file without a matching profile', () => {
  it.each([
    ['Tag;Summe;Wozu\n01.02.2024;-5,00;Miete', ['Tag', 'Summe', 'Wozu']],
    [
      'Account,CZ6508000000192000145399\n\nWhen,"How much, really",Why\n2024-02-01,5.00,Rent',
      ['When', 'How much, really', 'Why'],
    ],
    ['Kdy\tKolik\tProč\t\n1.2.2024\t5\tnájem\t', ['Kdy', 'Kolik', 'Proč']],
  ])('is refused with its column names: %j', async (text, columns) => {
    const { message, data } = await refusal(text);
    expect(data.columns).toEqual(columns);
    for (const name of columns) expect(message).toContain(`"${name}"`);
    expect(message).toContain('Create a profile on the Profiles page');
  });

  it('is refused without leaking entry data when it has no header', async () => {
    const { message, data } = await refusal(
      '2024-02-01;-5.00;Anna;CZ6508000000192000145399\n2024-02-02;7.00;Bob;19-123',
    );
    expect(data.columns).toEqual([]);
    expect(message).not.toMatch(/Anna|CZ65/);
  });

  it('is refused with at most 40 column names', async () => {
    const { data } = await refusal(Array.from({ length: 300 }, () => 'x'.repeat(10)).join(';'));
    expect(data.columns.length).toBeLessThanOrEqual(40);
  });
});
