import type { CsvProfile } from '../../profiles/profile.js';
import { headText } from '../encoding/head-text.js';
import type { StatementFile } from '../statement-format.js';
import { type CsvLayout, findLayout } from './layout.js';

/**
 * Finds the profiles that fit a file by its beginning, those first that name the most columns.
 * @param encodingFor names with accents are compared in the encoding of each profile
 */
export async function findProfiles(
  file: StatementFile,
  profiles: readonly CsvProfile[],
  encodingFor: (profile: CsvProfile) => string,
  signal?: AbortSignal,
): Promise<readonly CsvLayout[]> {
  const heads = new Map<string, string>();
  const layouts: CsvLayout[] = [];
  for (const profile of profiles) {
    const encoding = encodingFor(profile);
    const head = heads.get(encoding) ?? (await headText(file, { encoding, signal }));
    heads.set(encoding, head);
    const layout = findLayout(head, profile);
    if (layout !== null) layouts.push(layout);
  }
  return layouts.sort((one, other) => other.profile.header.length - one.profile.header.length);
}
