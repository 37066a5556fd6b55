import { HostError } from '../errors.js';

/** Error for an endpoint in the local network. */
export function privateAddress(hostname: string): HostError {
  return new HostError(
    'webhook_address_private',
    `${hostname} leads into a private network, where this site sends nothing. Use an address of the internet, or set the option webhooks: { allowPrivate: true }.`,
    { status: 422 },
  );
}
