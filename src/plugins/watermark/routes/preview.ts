import { hash } from 'node:crypto';
import { type OwnedRest, respondFile } from '../../../rest.js';
import { SETTINGS_CHANGES } from '../settings/schema.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';

/** Registers the preview route for unsaved designs. */
export function registerPreviewRoute(rest: OwnedRest, { preview }: Watermark): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/preview',
    summary: 'Preview a design',
    description:
      'Returns an image, at most 1600 pixels wide, that is not stored. `settings` overrides the saved design that applies to the image, or `design`. Without `attachment_id`, the mark is shown on a sample.',
    operationId: 'previewWatermark',
    tags: TAGS,
    permission: PERMISSION,
    strictBody: true,
    args: {
      attachment_id: { ...ID_ARG, description: 'Image to show the mark on.' },
      design: {
        type: ['string', 'null'],
        maxLength: 100,
        description: 'Name of the design to show; null: the default one. Default: the one that applies to the image.',
      },
      settings: {
        type: 'object',
        description: 'Settings that differ from the saved ones.',
        properties: SETTINGS_CHANGES,
        additionalProperties: false,
        default: {},
      },
    },
    returns: { type: 'string', format: 'binary' },
    async handler({ args: { attachment_id: attachmentId, design, settings: changes }, ...request }) {
      const { content } = await preview({ attachmentId, design, changes });
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
