import type { OwnedRest } from '../../../rest.js';
import { SETTINGS_CHANGES } from '../settings/changes-schema.js';
import { SETTINGS_SCHEMA } from '../settings/schema.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';

/** Registers the routes of the design and of excluded images. */
export function registerSettingsRoutes(rest: OwnedRest, { settings, pictures, attachment }: Watermark): void {
  rest.group(NAMESPACE, { path: '/settings', tags: TAGS, permission: PERMISSION }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read the design of the mark',
      operationId: 'getWatermarkSettings',
      returns: SETTINGS_SCHEMA,
      handler: () => settings.get(),
    });
    endpoint({
      method: 'PUT',
      summary: 'Update the design of the mark',
      description: 'Absent settings stay unchanged. Existing marks stay until images are marked again.',
      operationId: 'updateWatermarkSettings',
      strictBody: true,
      args: SETTINGS_CHANGES,
      returns: SETTINGS_SCHEMA,
      handler: ({ args }) => settings.save(args),
    });
  });

  rest.route(NAMESPACE, {
    method: 'PUT',
    path: '/pictures/{id}',
    summary: 'Exclude or include an image',
    description: 'An existing mark stays until the image is restored.',
    operationId: 'updateWatermarkPicture',
    tags: TAGS,
    permission: PERMISSION,
    strictBody: true,
    args: { id: ID_ARG, excluded: { type: 'boolean', required: true } },
    returns: {
      type: 'object',
      properties: { id: { type: 'integer', required: true }, excluded: { type: 'boolean', required: true } },
    },
    async handler({ args: { id, excluded } }) {
      await attachment(id);
      await pictures.save(id, { excluded });
      return { id, excluded };
    },
  });
}
