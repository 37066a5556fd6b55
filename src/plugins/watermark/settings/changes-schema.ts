import { SETTINGS_SCHEMA } from './schema.js';

type Properties = typeof SETTINGS_SCHEMA.properties;
type Optional<Schemas> = { readonly [Name in keyof Schemas]: Omit<Schemas[Name], 'required'> };

/** Schema of changes to the settings, in which everything is optional. */
export const SETTINGS_CHANGES = optionalParts(SETTINGS_SCHEMA.properties);

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
