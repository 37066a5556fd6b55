import { expect, it } from 'vitest';
import { renameTables } from '../../../../src/core/database/dialects/rename-tables.js';

const TABLES = ['notes', 'samples'];
const rename = (text: string) => renameTables(text, (name) => (TABLES.includes(name) ? `m_${name}` : name));

it.each([
  ['select 1 from notes, samples as s, `notes` n', 'select 1 from m_notes, m_samples as s, `m_notes` n'],
  ['select * from other, samples', 'select * from other, m_samples'],
  ['select samples.title from "samples"', 'select m_samples.title from "m_samples"'],
  ['drop table if exists notes, samples', 'drop table if exists m_notes, m_samples'],
  ['create index i on samples (notes, samples)', 'create index i on m_samples (notes, samples)'],
  ['alter table notes rename to samples', 'alter table m_notes rename to m_samples'],
  ["insert into notes select 'from notes' from x", "insert into m_notes select 'from notes' from x"],
])('renames the tables in %j', (before, after) => {
  expect(rename(before)).toBe(after);
});

it.each([
  'alter table other rename column samples to notes',
  'insert into other (id, notes) values (1, 2) on duplicate key update notes = 2',
  'select notes from other order by id, samples',
  "select 'it''s from notes' from other.x",
  "select 'unclosed from notes",
])('changes no columns, texts and other tables in %j', (text) => {
  expect(rename(text)).toBe(text);
});
