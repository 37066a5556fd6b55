import type { OwnedSecrets } from '../../../index.js';

/** What somebody is paid with beyond an address, such as an account number. */
export interface PaymentDetails {
  seal(text: string): string;
  /** Null where the site's secret was changed and the text cannot be read any more. */
  open(sealed: string): string | null;
  /** All of it, for whoever pays; a mask where it cannot be read any more. */
  shown(sealed: string): string;
  /** The last characters, so that its owner knows it again; empty for none. */
  mask(sealed: string): string;
}

const ABOUT = 'payment details';
const MASK = '****';
const SHOWN = 4;
/** Below this, the end gives away too much of it. */
const SHORTEST_SHOWN = 8;

export function createPaymentDetails(secrets: OwnedSecrets): PaymentDetails {
  const open = (sealed: string): string | null => (sealed === '' ? '' : secrets.open(sealed, ABOUT));
  return {
    seal: (text) => (text === '' ? '' : secrets.seal(text, ABOUT)),
    open,
    shown: (sealed) => open(sealed) ?? MASK,
    mask(sealed) {
      if (sealed === '') return '';
      const text = open(sealed) ?? '';
      const characters = [...text.replace(/\s+/g, '')];
      return `${MASK}${characters.length < SHORTEST_SHOWN ? '' : characters.slice(-SHOWN).join('')}`;
    },
  };
}
