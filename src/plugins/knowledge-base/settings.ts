import { createSettingTexts, defineSettings, type SettingsOf } from '../../settings.js';
import type { LocalText } from '../../text.js';
import { kbCatalogues, kbTitle } from './catalogues.js';
import { CATEGORY_POLICIES } from './domain/access/decide.js';
import { MAX_MEGABYTES } from './domain/attachments/upload.js';
import { DIGESTS, WEEKDAYS } from './surfaces/digest/period.js';

const { message: label, field } = createSettingTexts(kbCatalogues);

/** Returns the name of a weekday. @param index 0 for Sunday */
function weekdayName(index: number): LocalText {
  // 2 January 2000 was a Sunday.
  const day = new Date(Date.UTC(2000, 0, 2 + index));
  return (locale) => day.toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });
}

/** Settings of the knowledge base; read them with `settings.get('knowledge-base')`. */
export const kbSettings = defineSettings({
  name: 'knowledge-base',
  title: kbTitle('nav.label'),
  capability: 'manage_options',
  schema: {
    properties: {
      categoryPolicy: {
        type: 'string',
        ...field('policy'),
        enum: CATEGORY_POLICIES,
        labels: { all: label('policy-all'), any: label('policy-any'), primary: label('policy-primary') },
        default: 'all',
      },
      restrictedMessage: {
        type: 'string',
        ...field('restricted'),
        multiline: true,
        maxLength: 2000,
        default: '',
      },
      attachmentLimit: {
        type: 'integer',
        ...field('attachment'),
        minimum: 1,
        maximum: MAX_MEGABYTES,
        default: 50,
      },
      revisionsKept: {
        type: 'integer',
        ...field('revisions'),
        minimum: 0,
        maximum: 10_000,
        default: 0,
      },
      moderatorsMail: {
        type: 'array',
        items: { type: 'string', format: 'email' },
        maxItems: 20,
        ...field('moderators'),
        default: [],
      },
      articleFormat: {
        type: 'string',
        ...field('format'),
        enum: ['blocks', 'markdown'],
        labels: { blocks: label('format-blocks'), markdown: label('format-markdown') },
        default: 'blocks',
      },
      digest: {
        type: 'string',
        ...field('digest'),
        enum: DIGESTS,
        labels: { off: label('digest-off'), daily: label('digest-daily'), weekly: label('digest-weekly') },
        // Work without reminders is not done. Weekly is not intrusive, and one link turns it off.
        default: 'weekly',
      },
      digestWeekday: {
        type: 'string',
        title: label('digest-weekday'),
        enum: WEEKDAYS,
        labels: Object.fromEntries(WEEKDAYS.map((name, index) => [name, weekdayName(index)])),
        default: 'monday',
      },
      digestHour: {
        type: 'integer',
        ...field('digest-hour'),
        minimum: 0,
        maximum: 23,
        default: 8,
      },
      staleNotice: {
        type: 'boolean',
        title: 'Tell readers about stale articles',
        description: 'Shows a notice that a page may be out of date above articles whose review date has passed.',
        default: true,
      },
      slashKey: {
        type: 'boolean',
        ...field('slash'),
        default: true,
      },
      excludeEditors: {
        type: 'boolean',
        ...field('exclude'),
        default: false,
      },
    },
  },
});

declare module '../../index.js' {
  interface SettingsValues {
    'knowledge-base': SettingsOf<typeof kbSettings>;
  }
}
