import { createSettingTexts, createStrings, defineSettings, type SettingsOf } from '../../index.js';
import { CATEGORY_POLICIES } from './access/decide.js';
import { MOST_MEGABYTES } from './attachments/upload.js';
import { kbCatalogues } from './strings/catalogues.js';
import { settingCatalogues } from './strings/setting/catalogues.js';

const { said, field } = createSettingTexts(settingCatalogues);

/** What administrators set of the knowledge base; `settings.get('knowledge-base')` reads it. */
export const kbSettings = defineSettings({
  name: 'knowledge-base',
  title: (locale) => createStrings(locale, kbCatalogues).text('nav.label'),
  capability: 'manage_options',
  schema: {
    properties: {
      categoryPolicy: {
        type: 'string',
        ...field('policy'),
        enum: CATEGORY_POLICIES,
        labels: { all: said('policy-all'), any: said('policy-any'), primary: said('policy-primary') },
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
        maximum: MOST_MEGABYTES,
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
      staleNotice: {
        type: 'boolean',
        title: 'Tell readers of articles that are due for review',
        description: 'Above an article whose review date is past stands that some of it may be out of date.',
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
