import type { Strings } from '../../../text.js';

/** Fields of the application form. */
export const JOIN_FIELDS = ['first_name', 'last_name', 'email', 'website', 'promo_method', 'code'] as const;
export type JoinField = (typeof JOIN_FIELDS)[number];

/** Data of the application page. */
export interface JoinData {
  strings: Strings;
  /** Terms of the program, one sentence each. */
  terms: string[];
  /** Confirmation shown instead of the form after an application. */
  done: string | null;
  /** Reason why applications are closed; null while they are open. */
  closed: string | null;
  /** Account that applies; null for visitors. */
  account: string | null;
  loginLink: string | null;
  action: string;
  nonce: string;
  /** Error message of a refused submission. */
  message: string | null;
  fields: {
    name: JoinField;
    id: string;
    /** Type of the input, or `textarea`. */
    type: string;
    label: string;
    value: string;
    hint: string | null;
    error: string | null;
    required: boolean;
    autocomplete: string;
    maxLength: number;
  }[];
}

declare module '../../../index.js' {
  interface TemplateData {
    'affiliate/join': JoinData;
  }
}
