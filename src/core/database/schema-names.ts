import type { RawBuilder } from 'kysely';
import type { ObjectType } from './inspection.js';

/** Table, view or index that a statement creates or drops. */
export interface NamedObject {
  readonly type: ObjectType;
  readonly name: string;
  /** Table that an index belongs to. */
  readonly table: string | null;
}

/** Maps the name of a table to its current one: other than usual while a restore fills new tables. */
export type NameOf = (table: string) => string;

export const usualName: NameOf = (table) => table;

const NAME = '["`\\[]?([\\w$]+)["`\\]]?';
const CREATE = new RegExp(
  `\\bcreate\\s+(?:or\\s+replace\\s+)?(?:unique\\s+|fulltext\\s+|spatial\\s+)?(table|view|index)\\s+(?:if\\s+not\\s+exists\\s+)?${NAME}(?:\\s+on\\s+${NAME})?`,
  'gi',
);
const DROP = new RegExp(`\\bdrop\\s+(table|view|index)\\s+(?:if\\s+exists\\s+)?${NAME}`, 'gi');
const ALTER = new RegExp(`\\balter\\s+table\\s+(?:if\\s+exists\\s+)?${NAME}`, 'gi');
const RENAME = new RegExp(`\\balter\\s+table\\s+${NAME}\\s+rename\\s+(?:to\\s+|as\\s+)?${NAME}\\s*(?:;\\s*)?$`, 'i');

/** Objects that a statement creates, alters and drops, parsed from its text. */
export interface AffectedObjects {
  readonly created: readonly NamedObject[];
  readonly altered: readonly NamedObject[];
  readonly dropped: readonly NamedObject[];
}

export function objectsIn(text: string): AffectedObjects {
  const created = [...text.matchAll(CREATE)].map((match) => named(match[1], match[2], match[3]));
  const altered = [...text.matchAll(ALTER)].map((match) => named('table', match[1]));
  const dropped = [...text.matchAll(DROP)].map((match) => named(match[1], match[2]));
  const [, from, to] = RENAME.exec(text) ?? [];
  if (from !== undefined && to !== undefined) {
    created.push(named('table', to));
    dropped.push(named('table', from));
  }
  return { created, altered, dropped };
}

const CHANGES_SCHEMA = /\b(?:create|alter|drop|rename)\b/i;

/** Whether a statement may change the schema, not only rows. */
export function changesSchema(text: string): boolean {
  return CHANGES_SCHEMA.test(text);
}

function named(type = '', name = '', table?: string): NamedObject {
  return { type: type.toLowerCase() as ObjectType, name, table: table ?? null };
}

/** Returns the words and names of a statement, in order. */
export function textOf(statement: RawBuilder<unknown>): string {
  return wordsIn(statement.toOperationNode()).join(' ');
}

function wordsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { kind } = node as { readonly kind?: string };
  if (kind === 'RawNode') {
    const { sqlFragments, parameters } = node as unknown as {
      readonly sqlFragments: readonly string[];
      readonly parameters: readonly unknown[];
    };
    return sqlFragments.flatMap((fragment, index) => [fragment, ...wordsIn(parameters[index])]);
  }
  if (kind === 'IdentifierNode') return [(node as unknown as { readonly name: string }).name];
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value.flatMap(wordsIn) : wordsIn(value)));
}
