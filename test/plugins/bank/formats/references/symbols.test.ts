import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSymbols, readSymbol } from '../../../../../src/plugins/bank/formats/references/symbols.js';

const symbols = (variableSymbol: string, specificSymbol = '', constantSymbol = '') => ({
  variableSymbol,
  specificSymbol,
  constantSymbol,
});

describe('payment symbols', () => {
  it.each([
    ['/VS1234567890/SS42/KS0308', symbols('1234567890', '42', '308')],
    ['/VS/123/SS/456/KS/0558', symbols('123', '456', '558')],
    ['/VS/SS/KS0308', symbols('', '', '308')],
    ['/VS/123/SS//KS/', symbols('123')],
    ['/KS0308/VS123', symbols('123', '', '308')],
    ['VS:123', symbols('123')],
    ['VS: 123 SS: 7 KS: 308', symbols('123', '7', '308')],
    ['vs=123', symbols('123')],
    ['Faktura VS 2024001, dekujeme', symbols('2024001')],
    ['platba vs2024001', symbols('2024001')],
    ['VS. 2024001', symbols('2024001')],
  ])('are found in %j', (text, found) => expect(findSymbols(text)).toEqual(found));

  it.each([
    '',
    'no symbols',
    'RVS123',
    'VS 12a',
    'VS12345678901',
    '/VS0000',
    '2 KS 500',
    'steel SS 316',
    'VS ABC',
    'VS-12',
  ])('are not found in %j', (text) => expect(findSymbols(text)).toEqual(symbols('')));

  it('are each taken from the first text that has them', () =>
    expect(findSymbols('/VS0/SS5', 'VS:77 SS:6')).toEqual(symbols('77', '5')));

  it('have no leading zeros', () => {
    expect(readSymbol('0000000123')).toBe('123');
    expect(readSymbol(' 0308 ')).toBe('308');
    expect(readSymbol('0000000000')).toBe('');
  });

  it('are one to ten digits', () => {
    for (const text of ['', '12 3', '12a', '-1', '1.0', '12345678901', '１２']) expect(readSymbol(text)).toBe('');
  });

  it('are the same in every notation', () => {
    const symbol = fc.integer({ min: 1, max: 9_999_999_999 }).map(String);
    fc.assert(
      fc.property(symbol, symbol, symbol, (variable, specific, constant) => {
        const found = symbols(variable, specific, constant);
        expect(findSymbols(`/VS${variable}/SS${specific}/KS${constant}`)).toEqual(found);
        expect(findSymbols(`/VS/${variable}/SS/${specific}/KS/${constant}`)).toEqual(found);
        expect(findSymbols(`VS:${variable} SS:${specific} KS:${constant}`)).toEqual(found);
      }),
    );
  });
});
