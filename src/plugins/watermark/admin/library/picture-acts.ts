import { type ActionOutcome, type AdminRequest, formError, type SubmittedForm } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Media } from '../../../../media.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { ListedPicture } from '../../listing/mark-status.js';
import type { Outcome } from '../../protocol/outcome.js';
import type { Watermark } from '../../watermark.js';
import type { PictureResult } from '../../work/batch.js';
import { errorText, titleOf } from './labels.js';
import type { SendButton } from './template-data.js';

/** Actions on an image, which are also the names of their buttons. */
export const ACTS = ['mark', 'restore', 'exclude', 'include'] as const;
export type Act = (typeof ACTS)[number];

/** Maximum number of images in a form. */
const MAX_IMAGES = 100;

/** Returns the actions that the watermark status of an image allows. */
function actsFor({ status, isMarked, state }: ListedPicture): readonly Act[] {
  const restore = isMarked ? (['restore'] as const) : [];
  switch (status) {
    case 'marked':
      return ['restore', 'exclude'];
    case 'outdated':
      return ['mark', 'restore', 'exclude'];
    case 'original':
      return ['mark', 'exclude'];
    case 'excluded':
      return state.excluded ? ['include', ...restore] : restore;
    case 'unsupported':
      return restore;
  }
}

/** Builds the buttons: the name is the action, the value is the image id. */
export function buttonsFor(picture: ListedPicture, { text }: Strings): SendButton[] {
  return actsFor(picture).map((act) => {
    const isAgain = act === 'mark' && picture.isMarked;
    return {
      name: act,
      value: String(picture.attachment.id),
      label: text(`watermark.${isAgain ? 'mark-again' : act}`),
    };
  });
}

/** Runs the submitted action on the submitted images and returns a notice. */
export async function actOnPictures(
  { watermark, media }: { readonly watermark: Watermark; readonly media: Pick<Media, 'list'> },
  request: AdminRequest,
  form: SubmittedForm,
  strings: Strings,
): Promise<NonNullable<ActionOutcome['notice']>> {
  const { act, ids } = submittedAction(form, strings);
  const { attachments } = await media.list({ include: ids, perPage: MAX_IMAGES, visibleTo: request });
  const [first] = attachments;
  if (!first) throw new HostError('attachment_not_found', strings.text('watermark.gone'), { status: 404 });
  const attachmentIds = attachments.map(({ id }) => id);
  if (act === 'mark' && attachmentIds.length > 1) await watermark.settings.assertDrawable();
  const { results, processed, skipped, failed } = await watermark.concurrentWork(attachmentIds, (id) =>
    work(watermark, act, id),
  );
  const [only] = results;
  if (ids.length === 1 && only) return noticeOfOne(act, titleOf(first), only, strings);
  const text = strings.text('watermark.done-several', {
    done: strings.number(processed),
    skipped: strings.number(skipped + ids.length - attachmentIds.length),
    failed: strings.number(failed),
  });
  return { kind: failed > 0 ? 'warning' : 'success', text };
}

function submittedAction(form: SubmittedForm, { text }: Strings): { act: Act; ids: readonly number[] } {
  const pressed = ACTS.find((act) => form.has(act));
  const act = pressed ?? ACTS.find((each) => each === form.text('bulk'));
  const named = pressed ? [form.text(pressed)] : form.list('ids');
  const ids = [...new Set(named.flatMap((id) => idOf(id) ?? []))];
  if (act === undefined || ids.length === 0 || ids.length > MAX_IMAGES) throw formError({}, text('watermark.choose'));
  return { act, ids };
}

function work({ apply, restore, keepOut, letIn }: Watermark, act: Act, id: number): Promise<Outcome> {
  switch (act) {
    case 'mark':
      return apply(id);
    case 'restore':
      return restore(id);
    case 'exclude':
      return keepOut(id);
    case 'include':
      return letIn(id);
  }
}

function noticeOfOne(act: Act, title: string, result: PictureResult, strings: Strings) {
  const { outcome, code, message, notes } = result;
  const { text } = strings;
  if (outcome === 'done') {
    const sentences = [
      text(`watermark.done-${act}`, { title }),
      ...notes.map((note) => text(`watermark.note-${note}`)),
    ];
    return { kind: 'success' as const, text: sentences.join(' ') };
  }
  const reason =
    outcome === 'failed' ? errorText(code ?? '', message ?? '', strings) : text(`watermark.reason-${code}`);
  return { kind: outcome === 'failed' ? ('error' as const) : ('info' as const), text: `${title}: ${reason}` };
}
