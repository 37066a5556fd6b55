import { HostError } from '../errors.js';

/**
 * Returns path and query of a request target. Servers must accept absolute URLs as well (RFC 9112 section 3.2.2);
 * their host is as untrusted as the Host header and is ignored.
 */
export function originForm(target: string | undefined): string {
  if (target === undefined || target === '') return '/';
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Creates a function that strips a mount path from URLs.
 * @param mount a path such as `/help`; empty or `/` for the root
 * @returns a function of path and query, which returns null for URLs outside the mount
 * @throws HostError `config_invalid` for a mount that is not a path
 */
export function belowMount(mount: string): (address: string) => string | null {
  const base = mount.replace(/\/$/, '');
  if (base === '') return (address) => address;
  if (!/^(?:\/[^/?#\s]+)+$/.test(base)) {
    throw new HostError(
      'config_invalid',
      `"${mount}" is not a path to mount the host at. Use a path such as "/help".`,
      {
        option: 'mount',
      },
    );
  }
  return (address) => {
    if (!address.startsWith(base)) return null;
    const rest = address.slice(base.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : null;
  };
}
