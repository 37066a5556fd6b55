import type { OwnedLicences } from '../../licences.js';
import { licenceRequired } from './errors.js';
import type { GuardedHooks } from './hooks/guarded.js';
import type { WatermarkSettings } from './settings/schema.js';

/** Product name in licence keys of this plugin. */
export const PRODUCT = 'watermark';

/** Features that a site may tie to a licence. By default none is. */
export type LicenceFeature =
  /** Watermarks on upload. */
  | 'auto_on_upload'
  /** Image as the watermark. */
  | 'image_mark'
  /** Runs over the whole library. */
  | 'runs'
  /** Watermark repeated over the whole image. */
  | 'tile';

export interface LicenceFeatures {
  /**
   * @throws HostError 403 `vendor_watermark_license_required` if the site ties the feature to a licence it does not
   *   have
   */
  assert(feature: LicenceFeature): Promise<void>;
  /** Asserts each feature that a design uses. @throws like `assert` */
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
