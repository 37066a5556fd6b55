import type { ArgumentSchema } from '../../../../rest.js';
import { LOOK_SETTINGS } from '../../settings/designs.js';
import { SETTINGS_SCHEMA, type WatermarkSettings } from '../../settings/schema.js';

/** A single setting by its path, such as `offset.x`, which is also the name of its form field. */
export interface SettingSchema {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: ArgumentSchema;
}

/** All settings that have a form field. */
export const SETTING_SCHEMAS: readonly SettingSchema[] = leaves(SETTINGS_SCHEMA.properties, []);

/** Settings that a design for some images can change. */
export const LOOK_SCHEMAS = SETTING_SCHEMAS.filter(({ path }) => LOOK_SETTINGS.some((name) => name === path[0]));

function leaves(properties: Readonly<Record<string, ArgumentSchema>>, above: readonly string[]): SettingSchema[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = [...above, key];
    return schema.properties ? leaves(schema.properties, path) : { name: path.join('.'), path, schema };
  });
}

/** Returns the value at a path. */
export function settingAt(settings: WatermarkSettings, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === key)?.[1]
        : undefined,
    settings,
  );
}

/** Nests values by their paths. */
export function nested(
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [[first = '', second], value] of values) {
    // No setting is nested deeper.
    whole[first] = second === undefined ? value : { ...(whole[first] as object | undefined), [second]: value };
  }
  return whole;
}
