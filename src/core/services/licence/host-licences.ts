import type { SecretBox } from '../../crypto/secret-box.js';
import type { Database } from '../../database/database.js';
import type { Site } from '../../site.js';
import { createKeyRing } from './key-ring.js';
import { createLicences, type Licences } from './licences.js';
import { createOfflineProvider } from './offline-provider.js';
import type { LicenceProvider } from './provider.js';

/** Options for checking the licences of commercial plugins. The host itself needs no licence. */
export interface LicenceOptions {
  /** Public keys of issuers by `kid`, as printed by `mortise license keygen`. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Provider that replaces the signature check, such as `remoteLicences({ ... })`. */
  readonly provider?: LicenceProvider;
}

/** Creates the licences of a host from its options. Without a provider, signatures are checked offline. */
export function createHostLicences(parts: {
  readonly config: { readonly licences?: LicenceOptions };
  readonly site: Site;
  readonly db: Database;
  readonly secretBox: SecretBox;
}): Licences {
  const { keys = {}, provider } = parts.config.licences ?? {};
  return createLicences({
    db: parts.db,
    secretBox: parts.secretBox,
    provider: provider ?? createOfflineProvider({ keys: createKeyRing(keys) }),
    siteUrl: parts.site.url(''),
  });
}
