import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import type { SiteRequest } from './site-request.js';

/** Client details behind proxies, limited to what trusted proxies report. */
export interface Clients {
  /** Returns the client's IP address; undefined for a Unix socket or a closed connection. */
  address(request: IncomingMessage, site?: SiteRequest | null): string | undefined;
  /** Whether the client used TLS, according to its socket or a trusted proxy. */
  isSecure(request: IncomingMessage, site?: SiteRequest | null): boolean;
}

/** Whether the machine with this address, `hop` hops away, is a trusted proxy. */
type Trust = (address: string, hop: number) => boolean;

/** Trusted proxies: number of hops, addresses and networks, or a function (as in Express). */
export type TrustProxy = boolean | number | string | readonly string[] | Trust;

/** Express requests reference their application, which holds the compiled setting. */
type ExpressRequest = IncomingMessage & { readonly app?: { get?: (setting: string) => unknown } };

const ADDRESS_WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

const trustNobody: Trust = () => false;

/**
 * Resolves client addresses as Express does, with `proxy-addr`. It walks from the socket backwards through
 * X-Forwarded-For, up to the first untrusted machine. Without a setting, the one of the application applies:
 * Express's own, or the resolved address of another framework.
 * @throws TypeError for an invalid setting
 */
export function createClients(setting: TrustProxy | undefined): Clients {
  const own = setting === undefined ? null : compileTrust(setting);
  const trustOf = (request: IncomingMessage): Trust => own ?? trustOfSite(request);
  return {
    address(request, site) {
      // Fast path for most requests, which come without a proxy.
      if (request.headers['x-forwarded-for'] === undefined) return validAddress(request.socket.remoteAddress);
      if (!own && site) return validAddress(withoutPort(site.address() ?? ''));
      const clientAddress = proxyAddr
        .all(request, trustOf(request))
        .map(withoutPort)
        .filter((address) => isIP(address) !== 0);
      return clientAddress.at(-1);
    },
    isSecure(request, site) {
      if ('encrypted' in request.socket && request.socket.encrypted) return true;
      if (!own && site) return site.isSecure();
      if (!trustOf(request)(request.socket.remoteAddress ?? '', 0)) return false;
      const [protocol = ''] = String(request.headers['x-forwarded-proto'] ?? '').split(',');
      return protocol.trim().toLowerCase() === 'https';
    },
  };
}

/**
 * Groups addresses that limits count as one caller. IPv4 addresses are single, also in IPv6 notation; IPv6 is grouped
 * by /64, the size of one customer's network (RFC 6177). All requests without an address share one key.
 */
export function addressKey(address: string | undefined): string {
  return grouped(address, (ipv4) => ipv4.toString());
}

/** Groups addresses by household or office: /24 of IPv4, /64 of IPv6. */
export function networkKey(address: string | undefined): string {
  return grouped(address, ({ octets }) => `${new ipaddr.IPv4([...octets.slice(0, 3), 0]).toString()}/24`);
}

function grouped(address: string | undefined, ofIPv4: (address: ipaddr.IPv4) => string): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return ofIPv4(parsed);
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}

function compileTrust(setting: TrustProxy): Trust {
  if (typeof setting === 'function') return setting;
  if (typeof setting === 'boolean') return () => setting;
  if (typeof setting === 'number') {
    if (!Number.isInteger(setting) || setting < 0) throw new TypeError(`${setting} is not a number of hops`);
    return (_address, hop) => hop < setting;
  }
  const places = typeof setting === 'string' ? setting.split(',').map((place) => place.trim()) : setting;
  return proxyAddr.compile(places.filter((place) => place !== ''));
}

function trustOfSite({ app }: ExpressRequest): Trust {
  const trust = app?.get?.('trust proxy fn');
  return typeof trust === 'function' ? (trust as Trust) : trustNobody;
}

function validAddress(address: string | undefined): string | undefined {
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** Some proxies append the client's port. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = ADDRESS_WITH_PORT.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
