import type { Strings } from '../templates/strings.js';
import type { SubmittedForm } from './submitted-form.js';

/** What the element `<m-ordering>` of `core/ordering.js` says, each the attribute of that name. */
export interface OrderingWords {
  hint: string;
  grip: string;
  place: string;
  back: string;
  failed: string;
}

/** @param strings those of the request @param sides whether items are put below others by the arrows to the sides */
export function orderingWords({ text }: Strings, { sides = false } = {}): OrderingWords {
  const name = '#name';
  return {
    hint: [text('ordering.hint'), ...(sides ? [text('ordering.hint-sides')] : [])].join(' '),
    grip: text('ordering.grip', { name }),
    place: text('ordering.place', { name, place: '#place', total: '#total' }),
    back: text('ordering.back', { name }),
    failed: text('ordering.failed'),
  };
}

/** The same items with the one at a place put to another one, or to the nearest there is. */
export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, ...items.slice(from, from + 1));
}

/**
 * The order in which the items of a list were sent, which may be a part of all of them: those keep the places that they
 * have together. Null where one of them is gone, or is there twice: what somebody else has changed is not overwritten.
 * @param present names of all, in the order in which they are
 */
export function submittedOrder(form: SubmittedForm, present: readonly string[]): string[] | null {
  const sent = form.list('order');
  const wanted = new Set(sent);
  const places = present.filter((name) => wanted.has(name)).length;
  if (places !== sent.length || wanted.size !== sent.length) return null;
  const next = sent.values();
  return present.map((name) => (wanted.has(name) ? (next.next().value ?? name) : name));
}
