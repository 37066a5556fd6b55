import type { OwnedHooks } from '../../../index.js';
import { detectFormat, namedFormat } from '../formats/detect.js';
import type { StatementFile, StatementFormat } from '../formats/statement-format.js';

/**
 * The format of a file: the one that is named, or the one that is surest that it is its own.
 * @throws HostError 400 `vendor_bank_unknown_format`
 */
export type FindFormat = (file: StatementFile, name?: string) => Promise<StatementFormat>;

/** @param own those that ship with the plugin, with the profiles that there are now */
export function createFindFormat(
  hooks: Pick<OwnedHooks, 'applyFiltersAsync'>,
  own: () => Promise<readonly StatementFormat[]>,
): FindFormat {
  return async (file, name) => {
    const formats = await hooks.applyFiltersAsync('vendor_bank_parsers', await own());
    return name === undefined ? (await detectFormat(file, formats)).format : namedFormat(name, formats);
  };
}
