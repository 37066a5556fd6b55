import type { OwnedHooks } from '../../../hooks.js';
import { HostError, type Site } from '../../../index.js';
import type { OwnedLicences } from '../../../licences.js';
import { type LicenceView, licenceView } from './licence-view.js';

/** Product name in the plugin's license keys. */
const PRODUCT = 'bank';

/** License of the plugin, managed by the core's service. Imports never require one. */
export interface BankLicences {
  /**
   * Activates a key. On an error the license is unchanged.
   * @throws HostError 400 `vendor_bank_missing_license_key`, 422 `vendor_bank_invalid_license`, 409
   *   `vendor_bank_license_conflict`, 503 `license_server_unavailable`
   */
  activate(key: string): Promise<LicenceView>;
  /**
   * Verifies the stored license. An invalid one is a result, not an error.
   * @throws HostError 503 as above
   */
  verify(): Promise<LicenceView & { readonly valid: boolean }>;
  /**
   * Deletes the key; does nothing if there is none.
   * @throws HostError 503 as above
   */
  deactivate(): Promise<LicenceView>;
}

export function createBankLicences({
  licences,
  hooks,
  site,
}: {
  readonly licences: OwnedLicences;
  readonly hooks: Pick<OwnedHooks, 'doActionAsync'>;
  readonly site: Pick<Site, 'origin'>;
}): BankLicences {
  async function changed(view: LicenceView): Promise<LicenceView> {
    await hooks.doActionAsync('vendor_bank_license_changed', view);
    return view;
  }

  return {
    async activate(key) {
      try {
        return await changed(licenceView(await licences.activate(PRODUCT, key), site.origin));
      } catch (error) {
        throw inOurWords(error);
      }
    },
    async verify() {
      const { valid } = await licences.verify(PRODUCT);
      return { ...licenceView(await licences.info(PRODUCT), site.origin), valid };
    },
    deactivate: async () => changed(licenceView(await licences.deactivate(PRODUCT), site.origin)),
  };
}

/** Translates errors of the core into those of the plugin; `reason` keeps the original code. */
function inOurWords(error: unknown): unknown {
  if (!(error instanceof HostError)) return error;
  if (error.code === 'license_missing') {
    return new HostError('vendor_bank_missing_license_key', error.message, { status: 400 });
  }
  if (error.code === 'license_conflict') {
    return new HostError('vendor_bank_license_conflict', error.message, { status: 409 });
  }
  if (error.status !== 422) return error;
  return new HostError('vendor_bank_invalid_license', error.message, { status: 422, reason: error.code });
}
