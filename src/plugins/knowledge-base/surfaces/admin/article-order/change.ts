import { type AdminRequest, formError, type SubmittedForm, submittedOrder } from '../../../../../admin.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import { type Position, withPlaced } from '../../../domain/article-order/moves.js';

/** Maximum number of moves in an undo link. Larger changes get none, and URLs have a maximum length. */
const MAX_UNDO_STEPS = 100;

/** A submitted change of order: the moved article (null for several) and the resulting ids. */
export interface OrderChange {
  readonly about: number | null;
  readonly change: (ids: readonly number[]) => readonly number[];
}

/**
 * Parses the submitted step.
 * Steps: `up 5`, `down 5`, `order 5` with the order of the page, `save` with typed positions, or `back 5:3,7:9`.
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

/** Reads the positions that the user typed. @throws HostError 422 `form_invalid` for an invalid position */
function typedPlaces(form: SubmittedForm, ids: readonly number[], text: Strings['text']): Position[] {
  return ids.flatMap((id, place) => {
    const typed = form.text(`place-${id}`).trim();
    if (typed === '' || typed === String(place + 1)) return [];
    const targetId = idOf(typed);
    if (targetId === null) throw formError({ [`place-${id}`]: text('order.no-place', { typed, total: ids.length }) });
    return [{ id, place: targetId - 1 }];
  });
}

/** Parses the moves of an undo link. */
export function placedOf(value: unknown): Position[] {
  const parts = typeof value === 'string' && value !== '' ? value.split(',').slice(0, MAX_UNDO_STEPS) : [];
  return parts.flatMap((part) => {
    const [id, place] = part.split(':').map((number) => idOf(number));
    return id && place ? [{ id, place: place - 1 }] : [];
  });
}

/** Formats moves for an undo link; '' if there are too many. */
export function placedText(placed: readonly Position[]): string {
  if (placed.length > MAX_UNDO_STEPS) return '';
  return placed.map(({ id, place }) => `${id}:${place + 1}`).join(',');
}
