import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSepaTexts, remittanceOf } from '../../../../../src/plugins/bank/formats/mt940/sepa-texts.js';

function read(...pieces: string[]) {
  const texts = readSepaTexts(pieces, 27);
  return { ...Object.fromEntries(texts.byKey), unnamed: texts.unnamed };
}

describe('SEPA keywords', () => {
  it('are found at the start of subfields', () =>
    expect(read('EREF+RE-7', 'KREF+K1', 'MREF+M1', 'CRED+DE98ZZZ09999999999', 'SVWZ+Zahlung')).toEqual({
      EREF: 'RE-7',
      KREF: 'K1',
      MREF: 'M1',
      CRED: 'DE98ZZZ09999999999',
      SVWZ: 'Zahlung',
      unnamed: '',
    }));

  it('are found within a subfield, and across two', () =>
    expect(read('EREF+RE-2026-0117 KREF+K1 MREF', '+M1 CRED+DE98ZZZ099999', '9999 SVWZ+Zahlung')).toEqual({
      EREF: 'RE-2026-0117',
      KREF: 'K1',
      MREF: 'M1',
      CRED: 'DE98ZZZ0999999999',
      SVWZ: 'Zahlung',
      unnamed: '',
    }));

  it('have a colon, and follow the text, at some banks', () =>
    expect(read('SVWZ+Zahlung 12', 'EREF: RE-2026-0117', 'IBAN: DE02120300000000202051 BIC: COBADEFFXXX')).toEqual({
      SVWZ: 'Zahlung 12',
      EREF: 'RE-2026-0117',
      IBAN: 'DE02120300000000202051',
      BIC: 'COBADEFFXXX',
      unnamed: '',
    }));

  it('directly follow a value at others', () =>
    expect(read('EREF+RE-2026-0117SVWZ+Zahlung ABWA+Someone')).toEqual({
      EREF: 'RE-2026-0117',
      SVWZ: 'Zahlung',
      ABWA: 'Someone',
      unnamed: '',
    }));

  it('keep the text around IBAN and BIC, also grouped by blanks', () =>
    expect(read('SVWZ+Rent IBAN: DE02 1203 0000 0000 2020 51 BIC: COBADEFF for May')).toMatchObject({
      SVWZ: 'Rent for May',
      IBAN: 'DE02 1203 0000 0000 2020 51',
      BIC: 'COBADEFF',
    }));

  it('keep the original amount and the charges of a return apart', () =>
    expect(read('EREF+RE-7', 'OAMT+44,00 COAM+3,00', 'SVWZ+RETURN')).toMatchObject({ OAMT: '44,00', COAM: '3,00' }));

  it.each([
    'C++ and A+B course',
    'Pens BIC: 12 pieces',
    'IBAN+BIC to follow',
    'Reduce DEBT+interest',
    'Order XSVWZ+7',
    'PURP: gift',
    'Kauf MEREF+1',
    'Ask for IBAN: tomorrow',
  ])('%j is only text', (text) => expect(read(`SVWZ+${text}`)).toEqual({ SVWZ: text, unnamed: '' }));

  it('count once: the first one wins', () =>
    expect(read('EREF+RE-7', 'SVWZ+Zahlung EREF+FAKE')).toEqual({
      EREF: 'RE-7',
      SVWZ: 'Zahlung EREF+FAKE',
      unnamed: '',
    }));

  it('lose no text of any kind', () => {
    const unit = fc.constantFrom(...'AB12 +:', 'EREF+', 'SVWZ+', 'IBAN:', 'BIC+', 'COBADEFF');
    fc.assert(
      fc.property(fc.array(fc.string({ unit, maxLength: 27 }), { maxLength: 6 }), (pieces) => {
        const texts = readSepaTexts(pieces, 27);
        const letters = (text: string): number => text.replace(/[^A-Z0-9]/g, '').length;
        const keys = [...texts.byKey.keys()].join('');
        const joined = [...texts.byKey.values(), texts.unnamed].join('');
        expect(letters(joined) + letters(keys)).toBe(letters(pieces.join('')));
        expect(remittanceOf(texts).length).toBeLessThanOrEqual(pieces.join('').length + pieces.length + 1);
      }),
    );
  });
});
