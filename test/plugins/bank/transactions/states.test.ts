import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actionsOn,
  assertAllowed,
  TRANSACTION_MOVES,
  TRANSACTION_STATUSES,
  type TransactionAction,
  targetsOf,
} from '../../../../src/plugins/bank/transactions/states.js';

const ACTIONS: readonly TransactionAction[] = ['decide', 'redecide', 'reverse', 'match', 'unmatch', 'ignore', 'undo'];

describe('transaction status table', () => {
  it('reaches every status from new, and returns to new only to be decided again', () => {
    const reached = new Set<string>(['new']);
    for (const _ of TRANSACTION_STATUSES) {
      for (const { from, to } of TRANSACTION_MOVES) {
        if (from.some((status) => reached.has(status))) for (const status of to) reached.add(status);
      }
    }
    expect([...reached].toSorted()).toEqual([...TRANSACTION_STATUSES].toSorted());
    expect(TRANSACTION_MOVES.filter(({ to }) => to.includes('new')).map(({ action }) => action)).toEqual(['requeue']);
  });

  it('allows nothing after reversed', () => {
    for (const action of ACTIONS) expect(targetsOf(action, 'reversed')).toEqual([]);
  });

  it('defines the actions of users', () => {
    expect(actionsOn('new')).toEqual(['match', 'ignore']);
    expect(actionsOn('matched')).toEqual(['unmatch']);
    expect(actionsOn('overpaid')).toEqual(['match', 'unmatch']);
    expect(actionsOn('ignored')).toEqual(['match', 'unmatch']);
    expect(actionsOn('review')).toEqual(['match', 'ignore']);
    expect(actionsOn('reversed')).toEqual([]);
  });

  it('refuses a transition without a row in the table', () => {
    expect(() => assertAllowed('match', 7, 'matched')).toThrow(
      expect.objectContaining({ code: 'vendor_bank_already_matched', status: 409 }),
    );
    expect(() => assertAllowed('unmatch', 7, 'reversed')).toThrow(
      expect.objectContaining({ code: 'vendor_bank_invalid_transition', status: 409 }),
    );
  });

  it('allows an action exactly where it has a target', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACTIONS), fc.constantFrom(...TRANSACTION_STATUSES), (action, status) => {
        const isAllowed = targetsOf(action, status).length > 0;
        if (isAllowed) assertAllowed(action, 1, status);
        else expect(() => assertAllowed(action, 1, status)).toThrow();
      }),
    );
  });
});
