import { HostError } from './errors.js';

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
