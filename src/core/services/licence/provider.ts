/** Context of a licence check. */
export interface LicenceContext {
  /** Product the key must be for. */
  readonly product: string;
  /** Public URL of the site. */
  readonly siteUrl: string;
}

/** Details of a licence. Times are ISO 8601 in UTC with Z. */
export interface LicenceDetails {
  readonly license_id: string;
  readonly plan: string;
  readonly customer: string;
  readonly features: readonly string[];
  readonly domains: readonly string[];
  readonly site_limit: number | null;
  readonly issued_at: string | null;
  readonly expires_at: string | null;
  readonly updates_until: string | null;
}

/** Machine-readable reason for rejecting a key. */
export type LicenceCode =
  | 'license_missing'
  | 'license_malformed'
  | 'license_unknown_key'
  | 'license_signature_invalid'
  | 'license_wrong_product'
  | 'license_wrong_domain'
  | 'license_not_yet_valid'
  | 'license_expired'
  | 'license_inactive'
  | 'license_disabled'
  | 'license_limit_reached'
  | 'license_unknown';

export interface GoodVerdict {
  readonly valid: true;
  readonly details: LicenceDetails;
}

export interface BadVerdict {
  readonly valid: false;
  readonly status: 'invalid' | 'expired' | 'inactive' | 'disabled';
  readonly code: LicenceCode;
  /** Message for the user who entered the key. Never contains the key. */
  readonly message: string;
  /** Details of a genuine licence that is not valid for this site or at this time. */
  readonly details: LicenceDetails | null;
}

/** A provider's verdict on a key. */
export type ProviderVerdict = GoodVerdict | BadVerdict;

/**
 * Licence provider. All three methods are idempotent. If the provider is unreachable, they throw HostError 503
 * `license_server_unavailable`; an invalid key is a verdict, not an error.
 */
export interface LicenceProvider {
  /** `offline` providers are called every time and use no network; verdicts of `remote` ones are cached for a day. */
  readonly source: 'offline' | 'remote';
  verify(key: string, context: LicenceContext): Promise<ProviderVerdict>;
  /** Activates the key for this site, where activations are counted. */
  activate(key: string, context: LicenceContext): Promise<ProviderVerdict>;
  /** Releases the activation. A key without one is not an error. */
  deactivate(key: string, context: LicenceContext): Promise<void>;
}
