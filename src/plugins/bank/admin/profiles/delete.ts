import { type AreaRequest, adminForm } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Bank } from '../../bank.js';
import type { Profile } from '../../profiles/profile.js';
import { type BankArea, DELETE_PROFILE_PATH, PROFILES_PATH, profilePath } from '../paths.js';
import { usedBy } from './used-by.js';

/** Registers the confirmation page for deleting a profile. */
export function registerProfileDeletion(
  area: BankArea,
  { profiles, sources }: Pick<Bank, 'profiles' | 'sources'>,
): void {
  async function profileOf({ params, texts }: AreaRequest<'name'>): Promise<Profile> {
    const { profile, isBuiltIn } = await profiles.get(params.name);
    if (!isBuiltIn) return profile;
    throw new HostError('vendor_bank_not_found', texts.text('error-not_found'), { status: 404 });
  }

  area.page({
    path: DELETE_PROFILE_PATH,
    title: 'profiles.delete',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const { name, label } = await profileOf(request);
      const used = await usedBy(sources, name);
      const form = adminForm(request, {
        action: 'delete',
        description: text('profiles.delete-text', { name: label }),
        fields: [],
        submit: text('profiles.delete'),
        danger: true,
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(profilePath(name)) },
      });
      return {
        notices:
          used.length === 0
            ? []
            : [{ kind: 'warning', text: text('profiles.delete-used', { names: used.join(', ') }) }],
        forms: [form],
      };
    },
    actions: {
      async delete(request) {
        const { texts } = request;
        const { name, label } = await profileOf(request);
        await profiles.delete(name);
        return { to: PROFILES_PATH, notice: texts.text('profiles.deleted', { name: label }) };
      },
    },
  });
}
