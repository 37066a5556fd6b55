import { describe, expect, it } from 'vitest';
import { nextStart } from '../../../../src/plugins/bank/runs/interval.js';

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);

describe('next run', () => {
  it('may start immediately when there was none', () => expect(nextStart(null, 60, at('12:00:00'))).toBeNull());

  it('waits from the start of the last one', () => {
    expect(nextStart(at('12:00:00'), 60, at('12:00:59'))).toEqual(at('12:01:00'));
    expect(nextStart(at('12:00:00'), 60, at('12:01:00'))).toBeNull();
    expect(nextStart(at('12:00:00'), 86_400, at('23:59:59'))).toEqual(new Date('2026-03-03T12:00:00Z'));
  });

  it('ignores a start in the future, caused by a wrong clock', () => {
    expect(nextStart(at('13:00:00'), 60, at('12:00:00'))).toBeNull();
  });
});
