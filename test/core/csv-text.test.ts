import { parse } from 'csv-parse/sync';
import { csvText } from 'mortise/text';
import { describe, expect, it } from 'vitest';

describe('CSV for spreadsheets', () => {
  it('round-trips a line', () => {
    const line = ['a "quoted" one, with a comma', 'two\nlines', '', 'Žluťoučký kůň', '12.50'];
    expect(parse(csvText([line]))).toEqual([line]);
    expect(csvText([['a', null, undefined, 0]])).toBe('"a",,,0\r\n');
  });

  it.each(['=1+1', '+420 123', '-x', '@SUM(A1)', '  =1', '＝1'])('neutralizes a formula: %j', (text) => {
    expect(parse(csvText([[text]]))).toEqual([[`'${text}`]]);
  });

  it.each(['-12.50', '-3', '0'])('leaves numbers written as text unchanged: %s', (text) => {
    expect(csvText([[text]])).toBe(`"${text}"\r\n`);
  });

  it.each([
    ['\t=1', "'\t'=1"],
    ['<b>x;=1+1', "<b>x;'=1+1"],
    ['x; \u00a0=1', "x; \u00a0'=1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['two\r\n+lines', "two\r\n'+lines"],
    ['=a;=b', "'=a;'=b"],
  ])('neutralizes a formula after a separator: %j', (text, harmless) => {
    expect(csvText([[text]])).toBe(`"${harmless}"\r\n`);
  });

  it('leaves signs inside a text unchanged', () => {
    expect(parse(csvText([['a-b = c; d, -5']]))).toEqual([['a-b = c; d, -5']]);
  });
});
