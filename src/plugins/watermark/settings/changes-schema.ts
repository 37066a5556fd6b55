import { SETTINGS_SCHEMA } from './schema.js';

type Properties = typeof SETTINGS_SCHEMA.properties;
type Optional<Schemas> = { readonly [Name in keyof Schemas]: Omit<Schemas[Name], 'required'> };

/** Changes of the settings: each of them may be left out, and of those with parts any parts. */
export const SETTINGS_CHANGES = optionalParts(SETTINGS_SCHEMA.properties);

/** The same schemas, of which none is required, at no depth. */
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
    // Entries lose which schema stands at which name.
  ) as Optional<Properties>;
}
