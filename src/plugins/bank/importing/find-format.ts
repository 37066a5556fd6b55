import type { OwnedHooks } from '../../../hooks.js';
import { isZip } from '../../../utilities.js';
import { detectFormat, namedFormat } from '../formats/detect.js';
import { firstBytes } from '../formats/encoding/bytes.js';
import type { StatementFile, StatementFormat } from '../formats/statement-format.js';
import { createZipFormat } from '../formats/zip/zip.js';

/**
 * Finds the format of a file: by name, or the one with the highest confidence.
 * @throws HostError 400 `vendor_bank_unknown_format`
 */
export type FindFormat = (file: StatementFile, name?: string) => Promise<StatementFormat>;

/**
 * Creates the format lookup.
 * @param own the built-in formats with the current profiles
 */
export function createFindFormat(
  hooks: Pick<OwnedHooks, 'applyFiltersAsync'>,
  own: () => Promise<readonly StatementFormat[]>,
): FindFormat {
  return async (file, name) => {
    const formats = await hooks.applyFiltersAsync('vendor_bank_parsers', await own());
    if (isZip(await firstBytes(file, 4))) return createZipFormat(formats, name);
    return name === undefined ? (await detectFormat(file, formats)).format : namedFormat(name, formats);
  };
}
