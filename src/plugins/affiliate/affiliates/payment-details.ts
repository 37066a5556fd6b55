import type { OwnedSecrets } from '../../../services.js';

/** Sealed payment details beyond an email, for example an account number. */
export interface PaymentDetails {
  seal(text: string): string;
  /** Returns null if the site's secret has changed and the text cannot be decrypted. */
  open(sealed: string): string | null;
  /** Returns the full text for the person who pays, or a mask if it cannot be decrypted. */
  reveal(sealed: string): string;
  /** Returns the last characters for its owner to recognise; empty for none. */
  mask(sealed: string): string;
}

const ABOUT = 'payment details';
const MASK = '****';
const VISIBLE_CHARACTERS = 4;
/** Shorter texts are fully masked: the end would reveal too much. */
const MIN_LENGTH_TO_SHOW = 8;

export function createPaymentDetails(secrets: OwnedSecrets): PaymentDetails {
  const open = (sealed: string): string | null => (sealed === '' ? '' : secrets.open(sealed, ABOUT));
  return {
    seal: (text) => (text === '' ? '' : secrets.seal(text, ABOUT)),
    open,
    reveal: (sealed) => open(sealed) ?? MASK,
    mask(sealed) {
      if (sealed === '') return '';
      const text = open(sealed) ?? '';
      const characters = [...text.replace(/\s+/g, '')];
      return `${MASK}${characters.length < MIN_LENGTH_TO_SHOW ? '' : characters.slice(-VISIBLE_CHARACTERS).join('')}`;
    },
  };
}
