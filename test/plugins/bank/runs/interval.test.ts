import { describe, expect, it } from 'vitest';
import { nextStart } from '../../../../src/plugins/bank/runs/interval.js';

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);

describe('the next run', () => {
  it('may begin at once when there was none', () => expect(nextStart(null, 60, at('12:00:00'))).toBeNull());

  it('waits from the beginning of the last one', () => {
    expect(nextStart(at('12:00:00'), 60, at('12:00:59'))).toEqual(at('12:01:00'));
    expect(nextStart(at('12:00:00'), 60, at('12:01:00'))).toBeNull();
    expect(nextStart(at('12:00:00'), 86_400, at('23:59:59'))).toEqual(new Date('2026-03-03T12:00:00Z'));
  });

  it('does not wait for a beginning that a wrong clock has put into the future', () => {
    expect(nextStart(at('13:00:00'), 60, at('12:00:00'))).toBeNull();
  });
});
