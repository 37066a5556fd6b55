import { type Database, json, type Selectable, utc } from '../../../../../database.js';
import type { Tables } from '../../../../../index.js';
import { defineResource, type FiltersOf } from '../../../../../resource.js';
import { LOCALE_ARG } from '../../locale.js';
import type { StoredGroup } from './read-groups.js';

/** Reads all groups, oldest first. */
export async function readGroups(db: Database): Promise<StoredGroup[]> {
  const rows = await db.query.selectFrom('kb_synonyms').selectAll().orderBy('id').execute();
  return rows.map(toGroup);
}

export function toGroup(row: Selectable<Tables['kb_synonyms']>): StoredGroup {
  return {
    id: row.id,
    locale: row.locale,
    words: json.decode(row.words) as string[],
    also: json.decode(row.also) as string[],
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  };
}

const DIRECTIONS = ['two-way', 'one-way'] as const;

/** List of the editors' synonyms: its SQL, REST list, command and admin list. */
export const synonymList = defineResource({
  table: 'kb_synonyms',
  read: (rows) => rows.map(toGroup),
  title: 'Synonym',
  description: 'Search synonyms.',
  errors: { page: 'vendor_kb_invalid_page' },
  fields: (field) => ({
    id: field.custom({ type: 'integer', minimum: 1 }, ({ id }) => id, { cli: true }),
    locale: field.text(({ locale }) => locale, { description: 'BCP 47, lowercase.', label: 'locale', cli: true }),
    words: field.strings(({ words }) => words, {
      description: 'Searching for one of them finds the others.',
      label: 'synonyms.words',
      csv: ({ words }) => words.join(', '),
      cli: true,
    }),
    also: field.strings(({ also }) => also, {
      description: 'Found when searching for the words, but not the other way round.',
      label: 'synonyms.direction',
      csv: ({ also }) => also.join(', '),
      cli: true,
    }),
    created_at: field.dateTime(({ createdAt }) => createdAt),
    updated_at: field.dateTime(({ updatedAt }) => updatedAt, { label: 'changed' }),
  }),
  filters: (filter) => ({
    locale: filter.custom(LOCALE_ARG, {
      description: 'Only this locale.',
      label: 'locale',
      all: 'all-locales',
      cli: ['locale <locale>', 'only this language'],
      read: (sent) => String(sent).toLowerCase(),
      where: (eb, locale) => eb('locale', '=', locale),
    }),
    direction: filter.custom(
      { type: 'string', enum: DIRECTIONS },
      {
        description: 'Groups that map one way, or whose words match each other.',
        label: 'synonyms.direction',
        text: 'synonyms.',
        all: 'synonyms.all-directions',
        cli: ['direction <direction>', 'only groups that map one way, or both ways'],
        read: String,
        where: (eb, direction) => eb('also', direction === 'two-way' ? '=' : '!=', json.encode([])),
      },
    ),
    search: filter.search(
      { contains: ['words', 'also'] },
      { description: 'Part of an entry.', label: 'synonyms.search', cli: ['search <text>', 'part of an entry'] },
    ),
  }),
  sort: { locale: 'locale' },
});

/** Returns all groups that pass the filters, for files. */
export async function allGroups(db: Database, values: FiltersOf<typeof synonymList>): Promise<StoredGroup[]> {
  const groups: StoredGroup[] = [];
  for await (const batch of synonymList.batches(db, values)) groups.push(...batch);
  return groups;
}
