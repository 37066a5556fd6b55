import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostError } from '../../../../../src/index.js';
import { camt } from '../../../../../src/plugins/bank/formats/camt/camt.js';
import { codesOf, readParts } from '../read-parts.js';
import { amount, entry, message } from './camt-message.js';

const read = (content: string) => readParts(camt, content);
const refusal = async (content: string) => {
  const error = await read(content).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HostError);
  expect(error).toMatchObject({ code: 'vendor_bank_parse_failed', status: 400 });
  return error instanceof HostError ? error.message : '';
};

describe('hostile camt file', () => {
  it('is refused with a document type', async () => {
    const laughs = '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>';
    const outside = '<!DOCTYPE d SYSTEM "file:///etc/passwd">';
    for (const doctype of [laughs, outside, '<!DOCTYPE d>']) {
      expect(await refusal(message([entry()]).replace('?>', `?>${doctype}`))).toContain('document type');
    }
  });

  it('rejects deep nesting', async () => expect(await refusal(message(['<a>'.repeat(1000)]))).toContain('nest deeper'));

  it('is refused with an endless text, comment, name or attribute', async () => {
    const long = 'x'.repeat(2 * 1024 * 1024);
    for (const piece of [long, `<!--${long}`, `<${long}`, `<a b="${long}`]) {
      expect(await refusal(message([piece]))).toContain('a text of more than');
    }
  });

  it('is refused when it ends too early', async () => {
    const xml = message([entry(), entry()]);
    for (const length of [xml.length - 5, xml.indexOf('</Ntry>')])
      expect(await refusal(xml.slice(0, length))).toMatch(/^The file cannot/);
  });

  it('is refused when it is not camt', async () => {
    for (const content of ['', 'hello', '<a/>', '<Document><Other/></Document>', '\0\0\0\0']) await refusal(content);
  });

  it('loses only the entry that is too large', async () => {
    const large = entry({ more: '<A>x</A>'.repeat(20_000) });
    const parts = await read(message([entry(), large, entry()]));
    expect([parts.entries.length, codesOf(parts)]).toEqual([2, ['entry_invalid']]);
  });

  it('reads an entry as a whole when a part is too large or there are too many parts', async () => {
    const large = `${amount('5.00')}<RmtInf>${'<Ustrd>x</Ustrd>'.repeat(20_000)}</RmtInf>`;
    for (const parts of [[large, amount('5.00')], Array<string>(20_001).fill(amount('0.01'))]) {
      const found = await read(message([entry({ parts })]));
      expect([found.entries.length, found.sum, codesOf(found)]).toEqual([1, 1000, ['batch_not_split']]);
    }
  });

  it('reports forbidden XML characters once, and reads the entries', async () => {
    const name = '<RltdPties><Dbtr><Nm>M&uuml;ller \u0001 &#1;</Nm></Dbtr></RltdPties>';
    const parts = await read(message([entry({ parts: [name] }), entry({ parts: [name] })]));
    expect([parts.entries.length, codesOf(parts)]).toEqual([2, ['xml_invalid']]);
    expect(parts.entries[0]?.counterparty.name).toContain('ller');
  });

  it('is read or refused with a HostError after any mutation', async () => {
    const xml = message([entry({ parts: [amount('4.00'), amount('6.00')] })]);
    const change = fc.record({ at: fc.nat(xml.length), cut: fc.nat(20), text: fc.string({ maxLength: 8 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const broken = changes.reduce(
          (text, { at, cut, text: by }) => text.slice(0, at) + by + text.slice(at + cut),
          xml,
        );
        const error = await read(broken).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error === null || error instanceof HostError).toBe(true);
      }),
    );
  });
});
