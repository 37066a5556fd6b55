import type { ArgumentSchema, JsonSchema } from '../../../../../rest.js';

/** Builds an object schema. All members are required except those with `required: false`. */
export function record(
  title: string | null,
  description: string,
  members: Readonly<Record<string, ArgumentSchema>>,
): JsonSchema {
  return {
    type: 'object',
    ...(title === null ? {} : { title }),
    description,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, { required: true, ...member }]),
    ),
  };
}

export const list = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  ...(description === undefined ? {} : { description }),
  items,
});

export const id = { type: 'integer', minimum: 1 } as const;
export const address = { type: 'string', format: 'uri' } as const;
export const locale = { type: 'string', description: 'BCP 47, lowercase.' } as const;
export const moment = { type: 'string', format: 'date-time' } as const;

export const links: JsonSchema = {
  type: 'object',
  title: 'Links',
  description: 'URLs of related resources, by relation.',
  additionalProperties: list(
    record('ResourceLink', 'Related resource.', {
      href: address,
      embeddable: { type: 'boolean', required: false, description: 'Whether _embed can include it.' },
    }),
  ),
};
