import type { OwnedLicences } from '../../index.js';
import { licenceRequired } from './errors.js';
import type { GuardedHooks } from './hooks/guarded.js';
import type { WatermarkSettings } from './settings/schema.js';

/** The product that keys of this plugin name. */
export const PRODUCT = 'watermark';

/** What a site may tie to a licence; nothing is tied to one by itself. */
export type LicenceFeature =
  /** Marks as pictures come in. */
  | 'auto_on_upload'
  /** A picture as the mark. */
  | 'image_mark'
  /** Work on the whole library at once. */
  | 'runs'
  /** The mark all over the picture. */
  | 'tile';

export interface LicenceFeatures {
  /** @throws HostError 403 `vendor_watermark_license_required` where the site has tied it to a licence that is not there */
  assert(feature: LicenceFeature): Promise<void>;
  /** Each feature that a design makes use of. @throws like `assert` */
  assertDesign(settings: WatermarkSettings): Promise<void>;
}

export function createLicenceFeatures(parts: {
  readonly hooks: GuardedHooks;
  readonly licences: Pick<OwnedLicences, 'info'>;
}): LicenceFeatures {
  const { hooks, licences } = parts;

  async function assert(feature: LicenceFeature): Promise<void> {
    const licence = await licences.info(PRODUCT);
    if (!(await hooks.applyFiltersAsync('vendor_watermark_license_feature', true, feature, licence))) {
      throw licenceRequired(feature);
    }
  }

  return {
    assert,
    async assertDesign({ type, tile, auto_on_upload: isAutomatic }) {
      if (type === 'image') await assert('image_mark');
      if (tile.enabled) await assert('tile');
      if (isAutomatic) await assert('auto_on_upload');
    },
  };
}
