import { HostError, type PluginContext } from '../../../index.js';
import type { OptionHandle } from '../../../settings.js';
import type { LicenceFeatures } from '../licence-features.js';
import type { Marks } from '../marks.js';
import { DEFAULT_SETTINGS, SETTINGS_SCHEMA, type WatermarkSettings } from './schema.js';

/** Partial settings, nested ones included. */
export type SettingsChanges = {
  readonly [Name in keyof WatermarkSettings]?: WatermarkSettings[Name] extends readonly unknown[]
    ? WatermarkSettings[Name]
    : WatermarkSettings[Name] extends object
      ? Partial<WatermarkSettings[Name]>
      : WatermarkSettings[Name];
};

/** Design and scope of the site's watermark. */
export interface DesignSettings {
  get(): Promise<WatermarkSettings>;
  /**
   * Saves changes.
   * @throws HostError 400 `vendor_watermark_settings_invalid` with `data.params` by name, 403
   *   `vendor_watermark_license_required`, 422 `vendor_watermark_characters_missing` if the new text has characters
   *   that no font has; nothing is saved then
   */
  save(changes: SettingsChanges): Promise<WatermarkSettings>;
  /** Merges changes into settings without validation. */
  merge(settings: WatermarkSettings, changes: SettingsChanges): WatermarkSettings;
  /** Returns the current settings with these changes, without saving. @throws like `save` */
  with(changes: SettingsChanges): Promise<WatermarkSettings>;
}

const OPTION = 'watermark_settings';
/** Settings that decide the characters of the watermark and their fonts. */
const TEXT_SETTINGS = ['type', 'text', 'font'] as const;

declare module '../../../index.js' {
  interface OptionValues {
    watermark_settings: WatermarkSettings;
  }
}

export function createDesignSettings(
  { options, media }: Pick<PluginContext, 'media' | 'options'>,
  features: Pick<LicenceFeatures, 'assertDesign'>,
  marks: Pick<Marks, 'assertDrawable'>,
): DesignSettings {
  const option: OptionHandle<WatermarkSettings> = options.define({
    name: OPTION,
    schema: SETTINGS_SCHEMA,
    default: DEFAULT_SETTINGS,
    autoload: true,
  });

  /** Checks what the schema cannot express. */
  async function assertMark({ type, image_id: id }: WatermarkSettings): Promise<void> {
    if (type !== 'image') return;
    const picture = id === 0 ? null : await media.get(id);
    if (picture && picture.width !== null) return;
    const message = picture ? `File ${id} is not an image.` : 'Choose an image of the media library.';
    throw new HostError('vendor_watermark_settings_invalid', message, { status: 400, params: { image_id: message } });
  }

  return {
    get: option.get,
    merge: merged,
    async save(changes) {
      const present = await option.get();
      const next = merged(present, changes);
      await assertMark(next);
      // Other settings can be saved even if a font was removed from the server.
      if (TEXT_SETTINGS.some((name) => next[name] !== present[name])) await marks.assertDrawable(next);
      await features.assertDesign(next);
      await option.update((stored) => merged(stored, changes));
      return option.get();
    },
    async with(changes) {
      const settings = merged(await option.get(), changes);
      await assertMark(settings);
      return settings;
    },
  };
}

function merged(present: WatermarkSettings, changes: SettingsChanges): WatermarkSettings {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const settled = entries.map(([name, value]) => {
    const before: unknown = present[name as keyof WatermarkSettings];
    const hasParts = isParts(before) && isParts(value);
    return [name, hasParts ? { ...before, ...value } : value] as const;
  });
  return { ...present, ...Object.fromEntries(settled) };
}

function isParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
