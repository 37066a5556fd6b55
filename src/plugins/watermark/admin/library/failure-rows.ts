import type { AdminRequest } from '../../../../admin.js';
import type { Media } from '../../../../media.js';
import type { Strings } from '../../../../text.js';
import type { LoggedError } from '../../error-log.js';
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
  const known = new Map(attachments.map((attachment) => [attachment.id, attachment]));
  return failures.map(({ attachmentId: id, code, message }) => {
    const attachment = known.get(id);
    return {
      title: attachment ? titleOf(attachment) : strings.text('watermark.gone-picture', { id }),
      link: attachment ? request.link(picturePath(id)) : null,
      reason: errorText(code, message, strings),
    };
  });
}
