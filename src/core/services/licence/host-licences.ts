import type { SecretBox } from '../../crypto/secret-box.js';
import type { Database } from '../../database/database.js';
import type { Site } from '../../site.js';
import { createKeyRing } from './key-ring.js';
import { createLicences, type Licences } from './licences.js';
import { createOfflineProvider } from './offline-provider.js';
import type { LicenceProvider } from './provider.js';

/** How the licences of commercial plugins are checked; the host itself has nothing that needs one. */
export interface LicenceOptions {
  /** Public keys of issuers by their `kid`, as `mortise license keygen` prints them. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Decides in place of the signature alone, e.g. `remoteLicences({ ... })`. */
  readonly provider?: LicenceProvider;
}

/** The licences of a host, by its options. Without a provider, signatures decide. */
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
