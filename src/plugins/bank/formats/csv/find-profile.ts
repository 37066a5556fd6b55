import type { CsvProfile } from '../../profiles/profile.js';
import { headText } from '../encoding/head-text.js';
import type { StatementFile } from '../statement-format.js';
import { type CsvLayout, findLayout } from './layout.js';

/**
 * Finds the profiles that fit the head of a file, sorted by number of column names, descending.
 * @param encodingFor encoding of each profile, for comparing names with accents
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
