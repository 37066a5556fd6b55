import { type AdminRequest, adminForm } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Bank } from '../../bank.js';
import { refuseForm } from '../../labels.js';
import type { Profile } from '../../profiles/profile.js';
import { adminTexts, BANK_PAGE, pageOf, titleOf } from '../frame.js';
import { DELETE_PROFILE_PATH, PROFILES_PATH, profilePath } from '../paths.js';
import { usedBy } from './used-by.js';

/** Registers the confirmation page for deleting a profile. */
export function registerProfileDeletion(
  { admin, site }: Pick<PluginContext, 'admin' | 'site'>,
  { profiles, sources }: Pick<Bank, 'profiles' | 'sources'>,
): void {
  async function profileOf({ params }: AdminRequest<'name'>): Promise<Profile> {
    const { profile, isBuiltIn } = await profiles.get(params.name);
    if (!isBuiltIn) return profile;
    throw new HostError('vendor_bank_not_found', adminTexts(site).text('error-not_found'), { status: 404 });
  }

  admin.page({
    ...BANK_PAGE,
    path: DELETE_PROFILE_PATH,
    title: titleOf(site, 'profiles.delete'),
    parent: PROFILES_PATH,
    async load(request) {
      const texts = adminTexts(site);
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
      return pageOf(request, texts, PROFILES_PATH, {
        notices:
          used.length === 0
            ? []
            : [{ kind: 'warning', text: text('profiles.delete-used', { names: used.join(', ') }) }],
        forms: [form],
      });
    },
    actions: {
      async delete(request) {
        const texts = adminTexts(site);
        const { name, label } = await profileOf(request);
        try {
          await profiles.delete(name);
          return { to: PROFILES_PATH, notice: texts.text('profiles.deleted', { name: label }) };
        } catch (error) {
          return refuseForm(error, texts);
        }
      },
    },
  });
}
