import ipaddr from 'ipaddr.js';

/**
 * Returns whether a host name of a URL means this machine: `localhost` or a loopback address (RFC 6890). A name such as
 * `127.example.com` may resolve to any machine.
 */
export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return address === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');
}
