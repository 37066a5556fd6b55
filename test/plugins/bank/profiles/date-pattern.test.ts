import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datePattern } from '../../../../src/plugins/bank/profiles/date-pattern.js';

const read = (pattern: string, text: string): string | null => datePattern(pattern)?.(text)?.day ?? null;

describe('date pattern', () => {
  it.each([
    ['DD.MM.YYYY', '24.12.2024', '2024-12-24'],
    ['DD.MM.YYYY', '4.2.2024', '2024-02-04'],
    ['DD.MM.YY', '24.12.24', '2024-12-24'],
    ['MM/DD/YYYY', '12/24/2024', '2024-12-24'],
    ['YYYY-MM-DD', '2024-12-24', '2024-12-24'],
    ['YYYY-MM-DD', '2024-12-24+0200', '2024-12-24'],
    ['YYYY-MM-DD', '2024-12-24T23:00:04Z', '2024-12-24'],
    ['YYYY-MM-DD', '2024-12-24 23:00', '2024-12-24'],
    ['YYYYMMDD', '20241224', '2024-12-24'],
    ['YYYYMMDD*', '20241224120000[0:GMT]', '2024-12-24'],
    ['DD MMM YYYY', '07 Nov 2013', '2013-11-07'],
    ['MMM D, YYYY', 'September 7, 2013', '2013-09-07'],
  ])('%s reads "%s"', (pattern, text, day) => expect(read(pattern, text)).toBe(day));

  it.each([
    ['DD.MM.YYYY', '24/12/2024'],
    ['DD/MM/YYYY', '12/24/2024'],
    ['DD.MM.YYYY', '00.00.0000'],
    ['YYYY-MM-DD', '0001-01-01'],
    ['YYYYMMDD', '202412240'],
    ['DD.MM.YYYY', ''],
    ['DD MMM YYYY', '07 Foo 2013'],
  ])('%s does not read "%s"', (pattern, text) => expect(read(pattern, text)).toBeNull());

  it('reads back any date that was written', () => {
    const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const [year = '', month = '', dayOfMonth = ''] = day.split('-');
        expect(read('DD.MM.YYYY', `${dayOfMonth}.${month}.${year}`)).toBe(day);
        expect(read('YYMMDD', year.slice(2) + month + dayOfMonth)).toBe(day);
      }),
    );
  });
});
