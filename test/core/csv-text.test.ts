import { parse } from 'csv-parse/sync';
import { csvText } from 'mortise';
import { describe, expect, it } from 'vitest';

describe('CSV for spreadsheets', () => {
  it('is read again as it was, whatever stands in it', () => {
    const line = ['a "quoted" one, with a comma', 'two\nlines', '', 'Žluťoučký kůň', '12.50'];
    expect(parse(csvText([line]))).toEqual([line]);
    expect(csvText([['a', null, undefined, 0]])).toBe('a,,,0\r\n');
  });

  it.each(['=1+1', '+420 123', '-x', '@SUM(A1)', '\t=1', '  =1', '＝1'])('has no formula: %j', (text) => {
    expect(parse(csvText([[text]]))).toEqual([[`'${text}`]]);
  });

  it.each(['-12.50', '-3', '0'])('leaves numbers that are written as text alone: %s', (text) => {
    expect(csvText([[text]])).toBe(`${text}\r\n`);
  });
});
