import type { OwnedRest } from '../../../rest.js';
import { SETTINGS_SCHEMA } from '../settings/schema.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';

type Properties = typeof SETTINGS_SCHEMA.properties;

type Optional<Schemas> = { readonly [Name in keyof Schemas]: Omit<Schemas[Name], 'required'> };

/** Schema of changes to the settings, in which everything is optional. */
export const SETTINGS_CHANGES = optionalParts(SETTINGS_SCHEMA.properties);

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

/** Makes all schemas optional, at every depth. */
function optionalParts(schemas: Properties): Optional<Properties> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { required: _required, ...schema }]) => [
      name,
      'properties' in schema
        ? {
            ...schema,
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([part, { required: _needed, ...rest }]) => [part, rest]),
            ),
          }
        : schema,
    ]),
    // `Object.entries` loses the types of the properties.
  ) as Optional<Properties>;
}
