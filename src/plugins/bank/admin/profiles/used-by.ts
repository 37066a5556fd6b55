import type { Bank } from '../../bank.js';

/** The names of the sources that read with a profile. */
export async function usedBy(sources: Pick<Bank['sources'], 'list'>, profile: string): Promise<string[]> {
  return (await sources.list()).filter(({ settings }) => settings.profile === profile).map(({ name }) => name);
}
