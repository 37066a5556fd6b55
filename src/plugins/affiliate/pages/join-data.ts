import type { Strings } from '../../../index.js';

/** What people say when they apply. */
export const JOIN_FIELDS = ['first_name', 'last_name', 'email', 'website', 'promo_method', 'code'] as const;
export type JoinField = (typeof JOIN_FIELDS)[number];

/** The page where people apply. */
export interface JoinData {
  strings: Strings;
  /** What the programme offers, a sentence each. */
  terms: string[];
  /** Shown once somebody has applied, in place of the form. */
  done: string | null;
  /** Why nobody can apply; null while they can. */
  closed: string | null;
  /** Whose account takes part; null for visitors. */
  account: string | null;
  loginLink: string | null;
  action: string;
  nonce: string;
  /** Why the form came back. */
  message: string | null;
  fields: {
    name: JoinField;
    id: string;
    /** Of the input, or `textarea`. */
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
