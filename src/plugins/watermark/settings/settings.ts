import { HostError, type PluginContext } from '../../../index.js';
import type { OptionHandle } from '../../../settings.js';
import type { LicenceFeatures } from '../licence-features.js';
import type { Marks } from '../marks.js';
import { assertDesigns, DESIGNS_SCHEMA, type Design, mergedSettings } from './designs.js';
import { DEFAULT_SETTINGS, SETTINGS_SCHEMA, type SettingsChanges, type WatermarkSettings } from './schema.js';

/** Changes to the default design, and all other designs. */
export interface SiteChanges extends SettingsChanges {
  readonly designs?: readonly Design[];
}

/** Designs and scope of the site's watermarks. */
export interface DesignSettings {
  /** Returns the default design. */
  get(): Promise<WatermarkSettings>;
  /** Returns the designs for some images, in order. */
  designs(): Promise<readonly Design[]>;
  /**
   * Saves changes, all or nothing. `designs` replaces the list.
   * @returns the default design
   * @throws HostError 400 `vendor_watermark_settings_invalid` with `data.params` by name, 403
   *   `vendor_watermark_license_required`, 422 `vendor_watermark_characters_missing` if a new text has characters
   *   that no font has; nothing is saved then
   */
  save(changes: SiteChanges): Promise<WatermarkSettings>;
  /**
   * Changes the designs. Concurrent changes are applied one after the other.
   * @param change computes the new list from the current one; may be called twice
   * @throws like `save`
   */
  saveDesigns(change: (designs: readonly Design[]) => readonly Design[]): Promise<void>;
  /** Merges changes into settings without validation. */
  merge(settings: WatermarkSettings, changes: SettingsChanges): WatermarkSettings;
  /** @throws HostError 400 `vendor_watermark_settings_invalid` if the watermark is no image of the library */
  assertMark(settings: WatermarkSettings): Promise<void>;
  /**
   * Asserts that every design can be drawn, before a whole library is processed.
   * @throws HostError 409 `vendor_watermark_not_configured`, 422 `vendor_watermark_characters_missing`, both with
   *   `data.design` if it is not the default one
   */
  assertDrawable(): Promise<void>;
}

/** Settings that decide the characters of the watermark and their fonts. */
const TEXT_SETTINGS = ['type', 'text', 'font'] as const;
const IMAGE_SETTINGS = ['type', 'image_id'] as const;

declare module '../../../index.js' {
  interface OptionValues {
    watermark_settings: WatermarkSettings;
    watermark_designs: Design[];
  }
}

/** Settings of one design, and those that it had before; null for a new one. */
interface Change {
  /** Null for the default design. */
  readonly name: string | null;
  readonly before: WatermarkSettings | null;
  readonly after: WatermarkSettings;
}

export function createDesignSettings(
  { db, options, media }: Pick<PluginContext, 'db' | 'media' | 'options'>,
  features: Pick<LicenceFeatures, 'assertDesign'>,
  marks: Pick<Marks, 'assertConfigured' | 'assertDrawable'>,
): DesignSettings {
  const option: OptionHandle<WatermarkSettings> = options.define({
    name: 'watermark_settings',
    schema: SETTINGS_SCHEMA,
    default: DEFAULT_SETTINGS,
    autoload: true,
  });
  const designsOption = options.define({
    name: 'watermark_designs',
    schema: DESIGNS_SCHEMA,
    default: [],
    autoload: true,
  });
  // Validated by the schema.
  const designs = async () => (await designsOption.get()) as readonly Design[];

  /** Checks what the schema cannot express. */
  async function assertMark({ type, image_id: id }: WatermarkSettings): Promise<void> {
    if (type !== 'image') return;
    const picture = id === 0 ? null : await media.get(id);
    if (picture && picture.width !== null) return;
    const message = picture ? `File ${id} is not an image.` : 'Choose an image of the media library.';
    throw new HostError('vendor_watermark_settings_invalid', message, { status: 400, params: { image_id: message } });
  }

  /** Other settings can be saved even if a font was removed from the server, or the image of another design deleted. */
  async function assertChange({ name, before, after }: Change): Promise<void> {
    const isChanged = (names: readonly (keyof WatermarkSettings)[]): boolean =>
      before === null || names.some((each) => after[each] !== before[each]);
    await named(name, async () => {
      if (name === null || isChanged(IMAGE_SETTINGS)) await assertMark(after);
      if (isChanged(TEXT_SETTINGS)) await marks.assertDrawable(after);
      await features.assertDesign(after);
    });
  }

  async function store(
    changes: SettingsChanges,
    change: (designs: readonly Design[]) => readonly Design[],
  ): Promise<void> {
    const present = await option.get();
    const presentDesigns = await designs();
    const next = mergedSettings(present, changes);
    const nextDesigns = change(presentDesigns);
    assertDesigns(nextDesigns);
    await assertChange({ name: null, before: present, after: next });
    for (const { name, changes: after } of nextDesigns) {
      const old = presentDesigns.find((design) => design.name === name);
      const before = old ? mergedSettings(present, old.changes) : null;
      await assertChange({ name, before, after: mergedSettings(next, after) });
    }
    await db.transaction(async () => {
      if (Object.keys(changes).length > 0) await option.update((stored) => mergedSettings(stored, changes));
      if (nextDesigns === presentDesigns) return;
      await designsOption.update((stored) => {
        const changed = change(stored as readonly Design[]);
        assertDesigns(changed);
        return [...changed] as typeof stored;
      });
    });
  }

  return {
    get: option.get,
    designs,
    merge: mergedSettings,
    assertMark,
    async save({ designs: list, ...changes }) {
      await store(changes, (present) => list ?? present);
      return option.get();
    },
    saveDesigns: (change) => store({}, change),
    async assertDrawable() {
      const general = await option.get();
      await marks.assertConfigured(general);
      for (const { name, changes } of await designs()) {
        await named(name, () => marks.assertConfigured(mergedSettings(general, changes)));
      }
    },
  };
}

/** Adds the name of a design to an error. */
async function named(name: string | null, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (name === null || !(error instanceof HostError)) throw error;
    const data = { ...error.data, design: name };
    throw new HostError(error.code, `Design "${name}": ${error.message}`, data, { cause: error });
  }
}
