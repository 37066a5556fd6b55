import type { OwnedRest } from '../../../index.js';
import { SETTINGS_CHANGES } from '../settings/changes-schema.js';
import { SETTINGS_SCHEMA } from '../settings/schema.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';

/** Registers the routes of the design and of excluded images. */
export function registerSettingsRoutes(rest: OwnedRest, { settings, pictures, attachment }: Watermark): void {
  rest.group(NAMESPACE, { path: '/settings', tags: TAGS, permission: PERMISSION }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'The design of the mark',
      operationId: 'getWatermarkSettings',
      returns: SETTINGS_SCHEMA,
      handler: () => settings.get(),
    });
    endpoint({
      method: 'PUT',
      summary: 'Change the design of the mark',
      description: 'What is left out stays as it is. Pictures keep their marks until they are marked anew.',
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
    summary: 'Keep a picture out, or let it in',
    description: 'A mark that it has stays until it is restored.',
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
