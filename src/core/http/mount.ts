import { HostError } from '../errors.js';

/**
 * Path and query of a request's target. Servers have to take whole addresses as well (RFC 9112 section 3.2.2), whose
 * host is as good as that of the Host header: it counts for nothing here.
 */
export function originForm(target: string | undefined): string {
  if (target === undefined || target === '') return '/';
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Cuts a path off addresses that begin with it.
 * @param mount a path such as `/help`; empty or `/` for the top
 * @returns a function of path and query, which answers null for what lies elsewhere
 * @throws HostError `config_invalid` for a mount that is no path
 */
export function belowMount(mount: string): (address: string) => string | null {
  const base = mount.replace(/\/$/, '');
  if (base === '') return (address) => address;
  if (!/^(?:\/[^/?#\s]+)+$/.test(base)) {
    throw new HostError('config_invalid', `"${mount}" is no path to mount the host at. Write one such as "/help".`, {
      option: 'mount',
    });
  }
  return (address) => {
    if (!address.startsWith(base)) return null;
    const rest = address.slice(base.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : null;
  };
}
