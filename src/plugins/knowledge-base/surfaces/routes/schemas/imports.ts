import type { JsonSchema } from '../../../../../rest.js';
import { RUN_STATES } from '../../../content/import/runs/run.js';
import { id, links, list, moment, record } from './members.js';

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

const TALLY: JsonSchema = record('ImportTally', 'Numbers of created, updated and unchanged items.', {
  created: count,
  updated: count,
  unchanged: count,
});

/** See `ImportReport`; lists end after 1,000 entries. */
const REPORT: JsonSchema = {
  ...record('ImportReport', 'Result of every file and link; of an interrupted import, the part that was processed.', {
    source: text,
    profile: { type: 'string', description: 'Detected format.' },
    files: { ...count, description: 'Number of files, posts or entries; the sum of the following.' },
    articles: TALLY,
    categories: TALLY,
    generated_categories: { ...TALLY, description: 'Folders without their own page.' },
    redirects: TALLY,
    synonyms: TALLY,
    promotions: TALLY,
    skipped: list(text, 'Not pages, or skipped by a callback.'),
    other_files: list(text, 'Files of a folder that were not imported. Folders that are not read end in a slash.'),
    listed: list(record(null, 'Other types in the source.', { key: text, type: text, title: text })),
    beyond_limit: count,
    comments: { ...count, description: 'Not imported.' },
    problems: list(
      record(null, 'Items that were not imported, with reasons.', { key: text, code: text, message: text }),
    ),
    warnings: list(record(null, 'Items that were imported with changes.', { key: text, message: text })),
    template_tags: list(
      record(null, 'Pages with constructs that only their generator understands.', { key: text, tags: list(text) }),
    ),
    edited: list(text, 'Changed here since the last import, and not updated.'),
    links: record(null, 'Link targets.', {
      resolved: count,
      external: count,
      assets: { ...count, description: 'Images and downloads, which stay in place.' },
      unresolved: list(record(null, 'Nowhere.', { key: text, link: text, line: count, reason: text })),
      broken_fragments: list(record(null, 'To missing headings.', { key: text, link: text })),
    }),
    dry_run: { type: 'boolean' },
    interrupted: { type: 'boolean' },
    omitted: {
      type: 'object',
      description: 'Number of further entries of each list, by name; at most 1000 of each are kept.',
      additionalProperties: count,
    },
  }),
  type: ['object', 'null'],
};

/** Schema of an import, see `runView`. */
export const IMPORT_RUN: JsonSchema = record('Import', 'Import, from its request.', {
  id,
  state: { type: 'string', enum: RUN_STATES },
  dry_run: { type: 'boolean', description: 'Whether it is a dry run.' },
  source: { type: 'string', description: 'Name of the source for the next import.' },
  from: { type: 'string', description: 'Requested format.' },
  update: text,
  file: record(null, 'Name of the file.', {
    name: text,
    bytes: count,
    kept: { type: 'boolean', description: 'Whether its file can be imported again with `run`.' },
  }),
  progress: record(null, 'Steps; the total is null until the file is read.', { done: count, total: count }),
  attempts: { ...count, description: 'More than one after a process died and another one resumed.' },
  report: REPORT,
  error: {
    ...record(null, 'Reason for failure, and what to do.', { code: text, message: text, details: {} }),
    type: ['object', 'null'],
  },
  user: { type: ['integer', 'null'], description: 'User who started it; null if the account was deleted.' },
  author: { type: ['integer', 'null'], description: 'Author of articles whose author is unknown.' },
  created_at: moment,
  started_at: { ...moment, type: ['string', 'null'] },
  ended_at: { ...moment, type: ['string', 'null'] },
  _links: links,
});
