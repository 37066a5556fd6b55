import { type Information, NO_INFORMATION } from './information.js';

/** Maximum length of a SWIFT line. A full line may break a word. */
const FULL = 65;
const OWN_IBAN = /^([A-Z]{2}\d{2}[A-Z\d]{8,30})\s+(\S.*)$/;
const DUTCH = /\bREK: ?([A-Z\d]+)\/NAAM: ?(.+)/;
const END_TO_END = /\bEREF[:+]\s*(\S+)/;

/** Reads a free-text field 86. Some banks start it with IBAN and name, or append them. */
export function readPlain(lines: readonly string[]): Information {
  const [first = '', ...rest] = lines.map((line) => line.trimEnd());
  const text = joined([first, ...rest]);
  const [, iban = '', name = ''] = OWN_IBAN.exec(first) ?? [];
  const [, account = '', owner = ''] = DUTCH.exec(text) ?? [];
  return {
    ...NO_INFORMATION,
    name: name || owner,
    account: iban || account,
    endToEndId: END_TO_END.exec(text)?.[1] ?? '',
    remittance: iban === '' ? text : joined(rest),
  };
}

function joined(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => {
    const isFull = (lines[index - 1]?.length ?? 0) >= FULL;
    return index === 0 || isFull ? text + line : `${text} ${line}`;
  }, '');
}
