import type { ArgumentSchema } from '../../../../index.js';
import { SETTINGS_SCHEMA, type WatermarkSettings } from '../../settings/schema.js';

/** One value of the settings by its path, such as `offset.x`: a field of the form has the same name. */
export interface SettingSchema {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: ArgumentSchema;
}

/** All values that the form has fields for. */
export const SETTING_SCHEMAS: readonly SettingSchema[] = leaves(SETTINGS_SCHEMA.properties, []);

function leaves(properties: Readonly<Record<string, ArgumentSchema>>, above: readonly string[]): SettingSchema[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = [...above, key];
    return schema.properties ? leaves(schema.properties, path) : { name: path.join('.'), path, schema };
  });
}

/** The value at a path. */
export function settingAt(settings: WatermarkSettings, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === key)?.[1]
        : undefined,
    settings,
  );
}

/** Values by their names become settings with parts. */
export function nested(
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [[first = '', second], value] of values) {
    // No setting lies deeper than that.
    whole[first] = second === undefined ? value : { ...(whole[first] as object | undefined), [second]: value };
  }
  return whole;
}
