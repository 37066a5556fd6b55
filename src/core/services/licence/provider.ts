/** What a verdict depends on besides the key. */
export interface LicenceContext {
  /** Which product the key must be for. */
  readonly product: string;
  /** Public address of the site. */
  readonly siteUrl: string;
}

/** What is known of a licence. Times are ISO 8601 in UTC with Z. */
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

/** Why a key does not count, for programs. */
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
  /** A sentence for the person who entered the key; never the key itself. */
  readonly message: string;
  /** Known of a licence that is genuine and does not count here or now. */
  readonly details: LicenceDetails | null;
}

export type ProviderVerdict = GoodVerdict | BadVerdict;

/**
 * Who decides on keys. All three may be repeated: what is active stays so, what is inactive too. Whoever cannot be
 * reached throws HostError 503 `license_server_unavailable`; a bad key is a verdict and no error.
 */
export interface LicenceProvider {
  /** `offline` providers are asked each time and use no network; the answers of `remote` ones are kept for a day. */
  readonly source: 'offline' | 'remote';
  verify(key: string, context: LicenceContext): Promise<ProviderVerdict>;
  /** Takes a place for this site, where places are counted. */
  activate(key: string, context: LicenceContext): Promise<ProviderVerdict>;
  /** Gives the place back. A key that has none is no error. */
  deactivate(key: string, context: LicenceContext): Promise<void>;
}
