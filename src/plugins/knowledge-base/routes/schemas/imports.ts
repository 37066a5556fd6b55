import type { JsonSchema } from '../../../../index.js';
import { RUN_STATES } from '../../import/runs/run.js';
import { id, links, list, moment, record } from './members.js';

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

const TALLY: JsonSchema = record('ImportTally', 'How many were made, changed and left alone.', {
  created: count,
  updated: count,
  unchanged: count,
});

/** See `ImportReport`; lists end after 1,000 entries. */
const REPORT: JsonSchema = {
  ...record('ImportReport', 'What became of every file and every link; of what was cut off, as far as it came.', {
    source: text,
    profile: { type: 'string', description: 'What the source was read as.' },
    files: { ...count, description: 'Files, posts or entries found: what follows adds up to it.' },
    articles: TALLY,
    categories: TALLY,
    generated_categories: { ...TALLY, description: 'Folders without a page of their own.' },
    redirects: TALLY,
    synonyms: TALLY,
    promotions: TALLY,
    skipped: list(text, 'No pages, or left out by a callback.'),
    listed: list(record(null, 'Something else there, and nothing here.', { key: text, type: text, title: text })),
    beyond_limit: count,
    comments: { ...count, description: 'They are not imported.' },
    problems: list(record(null, 'What was not imported, and why.', { key: text, code: text, message: text })),
    warnings: list(record(null, 'What was imported otherwise than the source has it.', { key: text, message: text })),
    template_tags: list(
      record(null, 'Pages with tags that only their generator understands.', { key: text, tags: list(text) }),
    ),
    edited: list(text, 'Changed here since, and left alone.'),
    links: record(null, 'Where links lead.', {
      resolved: count,
      external: count,
      assets: { ...count, description: 'Images and downloads, which stay as they are.' },
      unresolved: list(record(null, 'Nowhere.', { key: text, link: text, line: count, reason: text })),
      broken_fragments: list(record(null, 'To a heading that is not there.', { key: text, link: text })),
    }),
    dry_run: { type: 'boolean' },
    interrupted: { type: 'boolean' },
    omitted: {
      type: 'object',
      description: 'How many further entries a list had, by its name; at most 1000 of each are kept.',
      additionalProperties: count,
    },
  }),
  type: ['object', 'null'],
};

/** Schema of an import, see `RunView`. */
export const IMPORT_RUN: JsonSchema = record('Import', 'An import, from when it was asked for.', {
  id,
  state: { type: 'string', enum: RUN_STATES },
  dry_run: { type: 'boolean', description: 'It reports, and changes nothing.' },
  source: { type: 'string', description: 'The name that the source is known by the next time.' },
  from: { type: 'string', description: 'What the file was said to be.' },
  update: text,
  file: record(null, 'What was sent.', {
    name: text,
    bytes: count,
    kept: { type: 'boolean', description: 'Whether another import can be made of it, with `run`.' },
  }),
  progress: record(null, 'Steps; none in all before the file is read.', { done: count, total: count }),
  attempts: { ...count, description: 'More than one where a process died and another one went on.' },
  report: REPORT,
  error: {
    ...record(null, 'Why it failed, and what to do.', { code: text, message: text, details: {} }),
    type: ['object', 'null'],
  },
  user: { type: ['integer', 'null'], description: 'Who asked for it; null for an account that is gone.' },
  author: { type: ['integer', 'null'], description: 'Whose the articles are that name nobody who is here.' },
  created_at: moment,
  started_at: { ...moment, type: ['string', 'null'] },
  ended_at: { ...moment, type: ['string', 'null'] },
  _links: links,
});
