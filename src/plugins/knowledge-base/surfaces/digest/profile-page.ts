import { adminForm, type FieldDefinition } from '../../../../admin.js';
import type { PluginContext, Site } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { kbCatalogues } from '../../catalogues.js';
import { digestTexts } from './compose.js';
import { type DigestSettings, WEEKDAYS } from './period.js';
import type { DigestReaders } from './readers.js';

/** Path of the digest preferences, relative to the admin area. */
export const DIGEST_PATH = '/profile/kb-digest';

/** Registers the digest preferences that every user sets: on or off, and language. */
export function registerDigestChoice(
  { admin, settings, site }: Pick<PluginContext, 'admin' | 'settings' | 'site'>,
  readers: DigestReaders,
): void {
  admin.page({
    path: DIGEST_PATH,
    parent: '/profile',
    title: (locale) => digestTexts(locale, site.timezone).text('digest.profile'),
    capability: 'edit_kb_articles',
    template: 'core/admin/tabbed',
    heading: () => ({ lead: textsOf(site).text('digest.profile-lead') }),
    async load(request) {
      const texts = textsOf(site);
      const { declined, locale } = await readers.get(request.user.id);
      const description = whenText(await settings.get('knowledge-base'), texts);
      const fields: FieldDefinition[] = [
        { kind: 'checkbox', name: 'receive', label: texts.text('digest.receive'), checked: !declined },
        {
          kind: 'select',
          name: 'language',
          label: texts.text('digest.language'),
          value: locale ?? '',
          options: [{ value: '', label: texts.text('digest.language-site') }, ...languages()],
        },
      ];
      return {
        strings: request.strings,
        tabs: [],
        tabsLabel: '',
        definitions: [],
        table: null,
        links: [],
        forms: [adminForm(request, { action: 'save', description, fields })],
      };
    },
    actions: {
      async save(request, form) {
        const language = form.text('language');
        await readers.choose(request.user.id, {
          declined: !form.isChecked('receive'),
          locale: Object.hasOwn(kbCatalogues, language) ? language : null,
        });
        return { notice: textsOf(site).text('digest.saved') };
      },
    },
  });
}

const textsOf = ({ locale, timezone }: Site): Strings => digestTexts(locale, timezone);

/** Lists languages by their own names, as their speakers look for them. */
function languages(): { value: string; label: string }[] {
  return Object.keys(kbCatalogues)
    .map((value) => ({ value, label: new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

function whenText({ digest, digestHour, digestWeekday }: DigestSettings, { text, locale }: Strings): string {
  // 2 January 2000 was a Sunday, the first of the weekdays.
  const day = 2 + WEEKDAYS.indexOf(digestWeekday);
  const at = new Date(Date.UTC(2000, 0, day, digestHour));
  const options = { timeZone: 'UTC' } as const;
  return text(`digest.when-${digest}`, {
    hour: at.toLocaleTimeString(locale, { ...options, hour: 'numeric', minute: '2-digit' }),
    weekday: at.toLocaleDateString(locale, { ...options, weekday: 'long' }),
  });
}
