/** Code pages of DOS, which `TextDecoder` lacks: the characters of the bytes from 0x80 on (Unicode, VENDORS/MICSFT/PC). */
const DOS = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;
type DosPage = keyof typeof DOS;

/** Names by which files and people call the code pages. */
const NAME = /^(?:cp|ibm|dos|oem|pc)?[-_ ]?(437|850|852)$/i;

/** Decodes the bytes of a file piece by piece, as `TextDecoder` does. */
export interface StreamDecoder {
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

/**
 * Returns the name of an encoding: that of `TextDecoder`, or `cp437`, `cp850` or `cp852`.
 * @returns null if it is not supported
 */
export function knownEncoding(label: string): string | null {
  const number = NAME.exec(label.trim())?.[1];
  if (number !== undefined) return `cp${number}`;
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Creates a decoder.
 * @param encoding name returned by {@link knownEncoding}
 */
export function createDecoder(encoding: string): StreamDecoder {
  if (!isDosPage(encoding)) return new TextDecoder(encoding);
  const characters = [...DOS[encoding]];
  return {
    decode(bytes = new Uint8Array(0)) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      return text.replace(/[\x80-\xff]/g, (byte) => characters[byte.charCodeAt(0) - 0x80] ?? '');
    },
  };
}

function isDosPage(encoding: string): encoding is DosPage {
  return Object.hasOwn(DOS, encoding);
}
