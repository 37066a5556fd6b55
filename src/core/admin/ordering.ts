import type { Strings } from '../templates/strings.js';
import type { SubmittedForm } from './submitted-form.js';

/** Texts of the element `<m-ordering>` of `core/ordering.js`, each an attribute of that name. */
export interface OrderingTexts {
  hint: string;
  grip: string;
  place: string;
  back: string;
  failed: string;
}

/**
 * Creates the texts of a sortable list.
 * @param strings texts of the request
 * @param sides whether items can be nested with the left and right arrow keys
 */
export function orderingTexts({ text }: Strings, { sides = false } = {}): OrderingTexts {
  const name = '#name';
  return {
    hint: [text('ordering.hint'), ...(sides ? [text('ordering.hint-sides')] : [])].join(' '),
    grip: text('ordering.grip', { name }),
    place: text('ordering.place', { name, place: '#place', total: '#total' }),
    back: text('ordering.back', { name }),
    failed: text('ordering.failed'),
  };
}

/** Moves an item to another position, clamped to the list. */
export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, ...items.slice(from, from + 1));
}

/**
 * Reads the submitted order of a list, which may contain only some of the items. Those keep their positions as a
 * group. Returns null if an item was deleted or is duplicated, so that concurrent changes are not overwritten.
 * @param present names of all items, in their current order
 */
export function submittedOrder(form: SubmittedForm, present: readonly string[]): string[] | null {
  const sent = form.list('order');
  const submitted = new Set(sent);
  const places = present.filter((name) => submitted.has(name)).length;
  if (places !== sent.length || submitted.size !== sent.length) return null;
  const next = sent.values();
  return present.map((name) => (submitted.has(name) ? (next.next().value ?? name) : name));
}
