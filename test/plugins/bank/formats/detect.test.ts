import { describe, expect, it } from 'vitest';
import { HostError } from '../../../../src/index.js';
import { detectFormat, namedFormat } from '../../../../src/plugins/bank/formats/detect.js';
import { statementFormats } from '../../../../src/plugins/bank/formats/formats.js';
import { entry, message } from './camt/camt-message.js';
import { smallFile } from './small-file.js';

const detect = async (content: string | Uint8Array, name = 'statement') =>
  (await detectFormat(smallFile(content, name), statementFormats())).format.name;
const refusal = async (content: string | Uint8Array) => {
  const error = await detect(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HostError);
  expect(error).toMatchObject({
    code: 'vendor_bank_unknown_format',
    status: 400,
    data: { formats: statementFormats().map(({ name }) => name) },
  });
  return error instanceof HostError ? error.message : '';
};

const CAMT = message([entry()]);
const MT940 = ':20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:0\r\n:60F:C261124EUR0,00\r\n:62F:C261124EUR0,00\r\n';
const OFX = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>';

describe('format detection', () => {
  it.each([
    ['camt', CAMT],
    ['mt940', MT940],
    ['ofx', OFX],
  ])('detects %s by its content, whatever the file name is', async (format, content) => {
    for (const name of ['statement', 'x.csv', 'x.sta', 'x.xml', 'x.ofx', 'x.json']) {
      expect(await detect(content, name)).toBe(format);
    }
  });

  it('detects UTF-16 and a byte order mark', async () => {
    expect(await detect(Buffer.from(`\ufeff${CAMT}`, 'utf16le'))).toBe('camt');
    expect(await detect(`\ufeff${CAMT}`)).toBe('camt');
  });

  it.each([
    ['a ZIP file', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 8, 0, 0xff]), 'ZIP'],
    ['compressed', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 'compressed'],
    ['a PDF', '%PDF-1.7\n', 'PDF'],
    ['a web page', '<!DOCTYPE html><html><body>Log in</body></html>', 'web page'],
    ['empty', '', 'empty'],
    ['blank', ' \n', 'empty'],
    ['anything else', 'Dear customer,', 'original file from the bank'],
  ])('rejects a file that is %s, with the reason', async (_, content, word) => {
    const sentence = await refusal(content);
    expect(sentence).toContain(word);
    expect(sentence).toContain('camt, mt940, ofx');
  });

  it('finds a format by its name', () => {
    expect(namedFormat('ofx', statementFormats()).name).toBe('ofx');
    expect(() => namedFormat('xls', statementFormats())).toThrow('There is no format "xls". Available: camt');
  });
});
