import { hash } from 'node:crypto';
import { type OwnedRest, respondFile } from '../../../index.js';
import { SETTINGS_CHANGES } from '../settings/changes-schema.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';

/** Registers the preview route for unsaved designs. */
export function registerPreviewRoute(rest: OwnedRest, { preview }: Watermark): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/preview',
    summary: 'See what a design looks like',
    description:
      'Answers with a picture, at most 1600 pixels wide, that is stored nowhere. What `settings` leaves out is as it is saved. Without `attachment_id` the mark is shown on a sample.',
    operationId: 'previewWatermark',
    tags: TAGS,
    permission: PERMISSION,
    strictBody: true,
    args: {
      attachment_id: { ...ID_ARG, description: 'The picture that the mark is shown on.' },
      settings: {
        type: 'object',
        description: 'What is to be other than it is saved.',
        properties: SETTINGS_CHANGES,
        additionalProperties: false,
        default: {},
      },
    },
    returns: { type: 'string', format: 'binary' },
    async handler({ args: { attachment_id: attachmentId, settings: changes }, ...request }) {
      const { content } = await preview({ attachmentId, changes });
      return respondFile(request, {
        name: 'preview.webp',
        type: 'image/webp',
        bytes: content.length,
        modifiedAt: new Date(),
        version: hash('sha256', content),
        disposition: 'inline',
        cache: 'no-store',
        open: () => content,
      });
    },
  });
}
