import { expect, it } from 'vitest';
import { readAccount } from '../../../../../src/plugins/bank/formats/mt940/statement-reader.js';

it.each([
  ['DE89370400440532013000', { iban: 'DE89370400440532013000', number: '', currency: '' }],
  ['NL91ABNA0417164300 EUR', { iban: 'NL91ABNA0417164300', currency: 'EUR' }],
  ['51210600/9223382012EUR', { bankCode: '51210600', number: '9223382012', currency: 'EUR' }],
  ['70011110/4005287001', { bankCode: '70011110', number: '4005287001', currency: '' }],
  ['BANKHUHB/123456789150/HUF', { bic: 'BANKHUHB', bankCode: '', number: '123456789150', currency: 'HUF' }],
  ['1222333444', { iban: '', number: '1222333444' }],
  ['ACXXXXXX000000XXXXXX1', { iban: '', number: 'ACXXXXXX000000XXXXXX1' }],
])('reads the parts of the account "%s"', (text, expected) => expect(readAccount(text)).toMatchObject(expected));
