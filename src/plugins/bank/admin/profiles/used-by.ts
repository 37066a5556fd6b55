import type { Bank } from '../../bank.js';

/** Returns the names of the sources that use a profile. */
export async function usedBy(sources: Pick<Bank['sources'], 'list'>, profile: string): Promise<string[]> {
  return (await sources.list()).filter(({ settings }) => settings.profile === profile).map(({ name }) => name);
}
