const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#(\d{1,7})|#x([\dA-F]{1,6})|([a-z]{2,4}));/gi;
const LAST_CODE_POINT = 0x10ffff;

/** Decodes entities of single characters. Other `&` are kept: banks often leave them unescaped. */
export function plainText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (written: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? written;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return isCharacter(code) ? String.fromCodePoint(code) : '';
  });
}

/** Whether it is a code point other than NUL and the surrogates. */
function isCharacter(code: number): boolean {
  return code > 0 && code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
}
