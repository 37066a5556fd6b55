import type { ComponentType } from 'react';
import type { Fields } from '../saving/articles.js';
import { documentPanels, type FieldValue } from './document-panels.js';
import { storedValue } from './stored-value.js';

/** Difference of two texts in one field of a panel. */
export interface FieldDifference {
  readonly name: string;
  readonly label: string;
  /** Renders a value as text. */
  readonly Value: ComponentType<{ readonly value: unknown }>;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields of a text: the stored ones, and those changed since. */
export interface FieldSource {
  readonly stored: Fields | null;
  readonly changed: Fields;
}

/** Returns the panel fields in which two texts differ, in the order of the panels. */
export function fieldDifferences(before: FieldSource, after: FieldSource): FieldDifference[] {
  return documentPanels().flatMap(({ title, fields = [], values = {} }) =>
    fields.flatMap((name): FieldDifference[] => {
      const { label = title, render: Value = Plain, stored = name } = values[name] ?? ({} as Partial<FieldValue>);
      const [one, other] = [before, after].map((source) => valueIn(source, name, stored));
      return isSame(one, other) ? [] : [{ name, label, Value, before: one, after: other }];
    }),
  );
}

function valueIn({ stored, changed }: FieldSource, name: string, member: string): unknown {
  return changed[name] === undefined ? storedValue(stored?.[member]) : changed[name];
}

/** Compares two values. Objects are sent partially, so members missing in `after` are unchanged. */
function isSame(before: unknown, after: unknown): boolean {
  const [one, other] = [before ?? null, after ?? null];
  const areObjects = typeof one === 'object' && one && typeof other === 'object' && other && !Array.isArray(other);
  return JSON.stringify(one) === JSON.stringify(areObjects ? { ...one, ...other } : other);
}

/** Fallback for panels that do not define how to display their values. */
function Plain({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
}
