import type { Database } from '../../database/database.js';
import type { LicenceOptions } from '../../host/config.js';
import type { Site } from '../../site.js';
import { createKeyRing } from './key-ring.js';
import { createLicences, type Licences } from './licences.js';
import { createOfflineProvider } from './offline-provider.js';

/** The licences of a host, by its options. Without a provider, signatures decide. */
export function createHostLicences(parts: {
  readonly config: { readonly licences?: LicenceOptions };
  readonly site: Site;
  readonly db: Database;
}): Licences {
  const { keys = {}, provider } = parts.config.licences ?? {};
  return createLicences({
    db: parts.db,
    provider: provider ?? createOfflineProvider({ keys: createKeyRing(keys) }),
    siteUrl: parts.site.url(''),
  });
}
