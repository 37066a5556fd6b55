import type { OwnedRest } from '../../../rest.js';
import { DESIGNS_SCHEMA } from '../settings/designs.js';
import { SETTINGS_CHANGES, SETTINGS_SCHEMA } from '../settings/schema.js';
import type { SiteChanges } from '../settings/settings.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';

/** Schema of the default design with all other designs. */
const SITE_SETTINGS = {
  ...SETTINGS_SCHEMA,
  properties: { ...SETTINGS_SCHEMA.properties, designs: { ...DESIGNS_SCHEMA, required: true } },
} as const;

/** Registers the routes of the design and of excluded images. */
export function registerSettingsRoutes(rest: OwnedRest, { settings, pictures, attachment }: Watermark): void {
  const view = async () => ({ ...(await settings.get()), designs: [...(await settings.designs())] });

  rest.group(NAMESPACE, { path: '/settings', tags: TAGS, permission: PERMISSION }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read the designs of the mark',
      operationId: 'getWatermarkSettings',
      returns: SITE_SETTINGS,
      handler: view,
    });
    endpoint({
      method: 'PUT',
      summary: 'Update the designs of the mark',
      description:
        'Absent settings stay unchanged; `designs` replaces the list. Existing marks stay until images are marked again.',
      operationId: 'updateWatermarkSettings',
      strictBody: true,
      args: { ...SETTINGS_CHANGES, designs: DESIGNS_SCHEMA },
      returns: SITE_SETTINGS,
      async handler({ args }) {
        await settings.save(args as SiteChanges);
        return view();
      },
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
