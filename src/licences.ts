/**
 * 'mortise/licences': license keys of a plugin's own product.
 *
 *     const status = await licences.activate('acme-recipes', key);
 */

export type { Licences, LicenceVerdict, OwnedLicences } from './core/services/licence/licences.js';
export type {
  LicenceContext,
  LicenceDetails,
  LicenceProvider,
  ProviderVerdict,
} from './core/services/licence/provider.js';
export type { LicenceRecord, LicenceStatus } from './core/services/licence/record.js';
export { type RemoteLicencesOptions, remoteLicences } from './core/services/licence/remote-provider.js';
