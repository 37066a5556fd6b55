import { describe, expect, it } from 'vitest';
import { readEndToEndId } from '../../../../../src/plugins/bank/formats/references/end-to-end-id.js';
import { compactIban, isIban } from '../../../../../src/plugins/bank/formats/references/iban.js';

describe('IBAN', () => {
  it('is stored in upper case without spaces', () =>
    expect(compactIban(' cz65 0800 0000 1920 0014 5399 ')).toBe('CZ6508000000192000145399'));

  it('is recognized by its check digits', () => {
    expect(isIban('CZ65 0800 0000 1920 0014 5399')).toBe(true);
    expect(isIban('de89370400440532013000')).toBe(true);
    for (const text of ['', 'CZ6608000000192000145399', '19-2000145399/0800', 'DE89', '50010517/0005648489']) {
      expect(isIban(text)).toBe(false);
    }
  });
});

describe('end-to-end id', () => {
  it('is kept as written', () => expect(readEndToEndId(' UXC-0614 ')).toBe('UXC-0614'));

  it.each(['NOTPROVIDED', 'notprovided', 'NOT PROVIDED', 'NOT-PROVIDED', 'NONREF', ' ', ''])('ignores %j', (text) =>
    expect(readEndToEndId(text)).toBe(''),
  );
});
