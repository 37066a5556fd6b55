import { HostError } from '../../errors.js';
import { unavailable } from './licences.js';
import type { LicenceContext, LicenceProvider, ProviderVerdict } from './provider.js';
import { readBody, toVerdict } from './remote-response.js';

/** Options of {@link remoteLicences}. */
export interface RemoteLicencesOptions {
  /** URL of a server with the API of Easy Digital Downloads Software Licensing, such as `https://shop.example.com/`. */
  readonly url: string;
  /** Item id or name of each product on the server. */
  readonly items: Readonly<Record<string, number | string>>;
  /** Time limit of a request in milliseconds. @default 5000 */
  readonly timeout?: number;
}

const TIMEOUT = 5000;

/**
 * Creates a provider for a licence server: `activate_license`, `deactivate_license`, `check_license`. Redirects are not
 * followed, since they could send the key to another server.
 * @throws HostError `config_invalid` for a plain HTTP URL of another machine
 * @example
 * licences: { provider: remoteLicences({ url: 'https://shop.example.com/', items: { 'acme-recipes': 7 } }) },
 */
export function remoteLicences({ url, items, timeout = TIMEOUT }: RemoteLicencesOptions): LicenceProvider {
  const address = safeAddress(url);
  const names = new Map(Object.entries(items));

  async function ask(action: string, key: string, { product, siteUrl }: LicenceContext): Promise<ProviderVerdict> {
    const item = names.get(product);
    if (item === undefined) {
      throw new HostError(
        'license_product_unknown',
        `The option licences has no product of the license server for "${product}". Add it to items.`,
        { product },
      );
    }
    const body = new URLSearchParams({
      edd_action: action,
      license: key,
      [typeof item === 'number' ? 'item_id' : 'item_name']: String(item),
      url: siteUrl,
    });
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
        headers: { accept: 'application/json' },
      });
      return toVerdict(await readBody(response));
    } catch (error) {
      throw unavailable(error);
    }
  }

  return {
    source: 'remote',
    verify: (key, context) => ask('check_license', key, context),
    activate: (key, context) => ask('activate_license', key, context),
    async deactivate(key, context) {
      // A key that is inactive here or unknown has nothing to release, so every verdict is fine.
      await ask('deactivate_license', key, context);
    },
  };
}

function safeAddress(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : null;
  const isLocal = address !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(address.hostname);
  if (address && (address.protocol === 'https:' || (address.protocol === 'http:' && isLocal))) return address.href;
  throw new HostError(
    'config_invalid',
    'The license server needs a URL that begins with https://, because keys are sent to it.',
    { status: 500, option: 'licences' },
  );
}
