import { describe, expect, it } from 'vitest';
import { createErrorTexts } from '../../../src/core/admin/error-texts.js';
import { HostError } from '../../../src/core/errors.js';
import { createStrings } from '../../../src/core/templates/strings.js';

const errorTexts = createErrorTexts('acme_');
const strings = createStrings('de', {
  en: { 'error-sold': 'It is sold.', 'param-price': 'Enter a price.' },
  de: { 'error-sold': 'Es ist verkauft.' },
});

describe('error texts of a plugin', () => {
  it('are looked up in its catalogue by the code without the prefix', () => {
    expect(errorTexts.errorText({ code: 'acme_sold', message: 'Sold.' }, strings)).toBe('Es ist verkauft.');
  });

  it('fall back to the error message when the catalogue has no text', () => {
    expect(errorTexts.errorText({ code: 'acme_lost', message: 'Lost.' }, strings)).toBe('Lost.');
  });

  it('are attached to the fields that the error names', () => {
    const error = new HostError('acme_sold', 'Sold.', { status: 409, params: { price: 'Bad.', size: 'Too big.' } });
    const refused = expect.objectContaining({
      code: 'form_invalid',
      status: 422,
      message: 'Es ist verkauft.',
      data: expect.objectContaining({ params: { price: 'Enter a price.', size: 'Too big.' } }),
    });
    expect(() => errorTexts.refuseForm(error, strings)).toThrow(refused);
  });

  it('rethrow errors that are not form errors of the plugin', () => {
    const others = [new Error('x'), new HostError('other_sold', 'x', { status: 409 }), new HostError('acme_x', 'x')];
    for (const error of others) expect(() => errorTexts.refuseForm(error, strings)).toThrow(error);
  });
});
