import type { JsonSchema } from '../../../../../rest.js';
import { id, moment, record } from './members.js';

const AUTOSAVE = {
  ...record('Autosave', 'Unsaved text.', {
    article_id: id,
    base_version: { type: 'integer', minimum: 1, description: 'Version of the article that was edited.' },
    date: { ...moment, description: 'Time of the autosave.' },
    title: { type: 'string' },
    content: { type: 'string', description: 'Source text in the given format.' },
    format: { type: 'string', enum: ['markdown', 'html', 'blocks'] },
    fields: { type: 'object', description: 'Other arguments of a save, by name.' },
  }),
  type: ['object', 'null'],
} as const;

/** The user's autosave of an article; null for none. */
export const AUTOSAVE_ANSWER: JsonSchema = record('AutosaveAnswer', 'Stored autosave.', { autosave: AUTOSAVE });

export const DELETED_AUTOSAVE: JsonSchema = record('DeletedAutosave', 'Result.', {
  deleted: { type: 'boolean', description: 'Whether there was one.' },
});
