import { HostError } from '../errors.js';

/** Error for an endpoint in the local network. */
export function privateAddress(hostname: string): HostError {
  return new HostError(
    'webhook_address_private',
    `${hostname} is in a private network, and webhooks cannot be sent there. Use a public URL, or set the option webhooks: { allowPrivate: true }.`,
    { status: 422 },
  );
}
