import type { JsonSchema } from '../../../../index.js';
import { id, moment, record } from './members.js';

const AUTOSAVE = {
  ...record('Autosave', 'A text that is being written.', {
    article_id: id,
    base_version: { type: 'integer', minimum: 1, description: 'The version of the article that was being changed.' },
    date: { ...moment, description: 'When it came.' },
    title: { type: 'string' },
    content: { type: 'string', description: 'Source text in the given format.' },
    format: { type: 'string', enum: ['markdown', 'html', 'blocks'] },
    fields: { type: 'object', description: 'What else a save would send, by the names of its arguments.' },
  }),
  type: ['object', 'null'],
} as const;

/** The user's autosave of an article; null for none. */
export const AUTOSAVE_ANSWER: JsonSchema = record('AutosaveAnswer', 'What was kept.', { autosave: AUTOSAVE });

export const DELETED_AUTOSAVE: JsonSchema = record('DeletedAutosave', 'What became of it.', {
  deleted: { type: 'boolean', description: 'Whether there was one.' },
});
