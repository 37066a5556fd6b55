import { createStrings, defineSettings, type SettingsOf } from '../../index.js';
import { CATEGORY_POLICIES } from './access/decide.js';
import { MOST_MEGABYTES } from './attachments/upload.js';
import { kbCatalogues } from './strings/catalogues.js';

/** What administrators set of the knowledge base; `settings.get('knowledge-base')` reads it. */
export const kbSettings = defineSettings({
  name: 'knowledge-base',
  title: (locale) => createStrings(locale, kbCatalogues).text('nav.label'),
  capability: 'manage_options',
  schema: {
    properties: {
      categoryPolicy: {
        type: 'string',
        title: 'Articles in several categories',
        description: 'Which of the categories of an article must let somebody in.',
        enum: CATEGORY_POLICIES,
        labels: { all: 'All of them', any: 'Any of them', primary: 'The primary one' },
        default: 'all',
      },
      restrictedMessage: {
        type: 'string',
        title: 'Instead of a restricted article',
        description:
          'Markdown shown to those who may not read it, where neither it nor a category has a text of its own.',
        multiline: true,
        maxLength: 2000,
        default: '',
      },
      attachmentLimit: {
        type: 'integer',
        title: 'Largest file of an article',
        description: 'In megabytes; the media library has a limit of its own.',
        minimum: 1,
        maximum: MOST_MEGABYTES,
        default: 50,
      },
      revisionsKept: {
        type: 'integer',
        title: 'Versions kept of each article',
        description: 'How many of the newest versions stay, looked at once a day; 0 keeps all.',
        minimum: 0,
        maximum: 10_000,
        default: 0,
      },
      moderatorsMail: {
        type: 'array',
        items: { type: 'string', format: 'email' },
        maxItems: 20,
        title: 'Mail about feedback',
        description: 'Addresses that hear of new feedback, one a line.',
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
        title: 'Search with the key /',
        description:
          'The key leads readers to the search box, until they turn it off for their browser. Ctrl+K does so in any case.',
        default: true,
      },
      excludeEditors: {
        type: 'boolean',
        title: 'Leave editors out of the statistics',
        description: 'What those who may edit articles read and search for is not counted.',
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
