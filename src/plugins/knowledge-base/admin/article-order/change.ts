import {
  type AdminRequest,
  formError,
  idOf,
  type Strings,
  type SubmittedForm,
  submittedOrder,
} from '../../../../index.js';
import { type Placed, withPlaced } from '../../article-order/moves.js';

/** More is no undoing but work of its own, and an address has an end. */
const MOST_UNDONE = 100;

/** What was sent of an order: the article that was moved, null for several, and what becomes of the ids. */
export interface OrderChange {
  readonly about: number | null;
  readonly change: (ids: readonly number[]) => readonly number[];
}

/**
 * What was asked for: `up 5`, `down 5`, `order 5` with the order of the page, `save` with places that were typed, or
 * `back 5:3,7:9`.
 */
export function submittedChange(request: AdminRequest, form: SubmittedForm, { text }: Strings): OrderChange {
  const [name = '', what = ''] = form.text('step').split(' ');
  const about = idOf(what);
  const changed = () => formError({}, request.strings.text('ordering.changed'));
  switch (name) {
    case 'up':
    case 'down':
      if (about === null) throw changed();
      return {
        about,
        change: (ids) => withPlaced(ids, [{ id: about, place: ids.indexOf(about) + (name === 'up' ? -1 : 1) }]),
      };
    case 'order':
      return {
        about,
        change(ids) {
          const order = submittedOrder(form, ids.map(String));
          if (!order) throw changed();
          return order.map(Number);
        },
      };
    case 'save':
      return { about: null, change: (ids) => withPlaced(ids, typedPlaces(form, ids, text)) };
    case 'back': {
      const placed = placedOf(what);
      return { about: null, change: (ids) => withPlaced(ids, placed) };
    }
    default:
      throw formError({}, request.strings.text('admin.no-action'));
  }
}

/** The places that were typed over others. @throws HostError 422 `form_invalid` for what is no place */
function typedPlaces(form: SubmittedForm, ids: readonly number[], text: Strings['text']): Placed[] {
  return ids.flatMap((id, place) => {
    const typed = form.text(`place-${id}`).trim();
    if (typed === '' || typed === String(place + 1)) return [];
    const wanted = idOf(typed);
    if (wanted === null) throw formError({ [`place-${id}`]: text('order.no-place', { typed, total: ids.length }) });
    return [{ id, place: wanted - 1 }];
  });
}

/** What an address says of a way back. */
export function placedOf(value: unknown): Placed[] {
  const parts = typeof value === 'string' && value !== '' ? value.split(',').slice(0, MOST_UNDONE) : [];
  return parts.flatMap((part) => {
    const [id, place] = part.split(':').map((number) => idOf(number));
    return id && place ? [{ id, place: place - 1 }] : [];
  });
}

/** The same as a text; '' where there are too many. */
export function placedText(placed: readonly Placed[]): string {
  if (placed.length > MOST_UNDONE) return '';
  return placed.map(({ id, place }) => `${id}:${place + 1}`).join(',');
}
