import { describe, expect, it } from 'vitest';
import { balanceProblem, type StatementBalance } from '../../../../src/plugins/bank/formats/balance.js';

const statement = (balance: Partial<StatementBalance>): StatementBalance => ({
  opening: 1815,
  closing: 2700,
  movements: 885,
  hasEntries: true,
  currency: 'EUR',
  position: 'statement 1',
  ...balance,
});

describe('statement balance check', () => {
  it('accepts entries that add up to the closing balance from the opening one', () =>
    expect(balanceProblem(statement({}))).toBeNull());

  it('accepts negative balances', () =>
    expect(balanceProblem(statement({ opening: 500, closing: -385, movements: -885 }))).toBeNull());

  it('is skipped when one of the two balances is missing', () => {
    expect(balanceProblem(statement({ opening: null }))).toBeNull();
    expect(balanceProblem(statement({ closing: null }))).toBeNull();
  });

  it('returns a warning with the difference', () =>
    expect(balanceProblem(statement({ closing: 2000 }))).toEqual({
      severity: 'warning',
      code: 'balance_differs',
      position: 'statement 1',
      message:
        'The opening balance 18.15 EUR plus the entries, 8.85 EUR in total, does not equal the closing balance 20.00 EUR: the difference is -7.00 EUR. The entries were imported unchanged.',
    }));
});
