import type { AdminRequest } from '../../../../admin.js';
import type { Media } from '../../../../media.js';
import type { Strings } from '../../../../text.js';
import type { LoggedError } from '../../error-log.js';
import { doneOf, type Run } from '../../runs/run.js';
import { errorText, titleOf } from './labels.js';
import { picturePath } from './picture-paths.js';
import type { FailureRow } from './template-data.js';

/** Builds the rows of failures with the images they concern. */
export async function failureRows(
  media: Pick<Media, 'list'>,
  failures: readonly LoggedError[],
  request: AdminRequest,
  strings: Strings,
): Promise<FailureRow[]> {
  const include = [...new Set(failures.map(({ attachmentId }) => attachmentId))];
  const { attachments } = await media.list({ include, perPage: 100, visibleTo: request });
  const byId = new Map(attachments.map((attachment) => [attachment.id, attachment]));
  return failures.map(({ attachmentId: id, code, message }) => {
    const attachment = byId.get(id);
    return {
      title: attachment ? titleOf(attachment) : strings.text('watermark.gone-picture', { id }),
      link: attachment ? request.link(picturePath(id)) : null,
      reason: errorText(code, message, strings),
    };
  });
}

/** Describes a run in progress (`title`) or one that has ended (`last`). */
export function runTitle(when: 'last' | 'title', { work, retryOf }: Run, { text }: Strings): string {
  return text(`watermark.${when}-${retryOf === null ? work : 'retry'}`);
}

/** Lists the counts of a run. Zero counts are omitted, except for processed images. */
export function countsOf({ work, processed, skipped, failed }: Run, { text, number }: Strings): string[] {
  return [
    text(`watermark.count-${work}`, { count: number(processed) }),
    ...(skipped > 0 ? [text('watermark.count-skipped', { count: number(skipped) })] : []),
    ...(failed > 0 ? [text('watermark.count-failed', { count: number(failed) })] : []),
  ];
}

const MINUTE = 60;

const HOUR = 60 * MINUTE;

/** Formats the speed and the remaining time; empty while unknown. */
export function estimateOf(run: Run, { text, number }: Strings): string[] {
  const { secondsLeft, total } = run;
  if (secondsLeft === null || secondsLeft <= 0) return [];
  const pace = text('watermark.pace', { pace: number(Math.round(((total - doneOf(run)) / secondsLeft) * MINUTE)) });
  if (secondsLeft < MINUTE) return [pace, text('watermark.left-seconds', { count: Math.ceil(secondsLeft) })];
  if (secondsLeft < 2 * HOUR) return [pace, text('watermark.left-minutes', { count: Math.ceil(secondsLeft / MINUTE) })];
  return [pace, text('watermark.left-hours', { count: Math.ceil(secondsLeft / HOUR) })];
}
