import type { AdminBadge, AdminLink, FormData, FormField, Strings } from '../../../../index.js';
import type { ShownDifference } from '../../template-data.js';

export interface StepButton {
  value: string;
  label: string;
  kind: 'main' | 'quiet' | 'warn';
}

/** The form in which an article is written as a text. */
export interface WritePage {
  strings: Strings;
  tabs: (AdminLink & { current: boolean })[];
  tabsLabel: string;
  form: FormData;
  badges: AdminBadge[];
  /** Title, text and excerpt. */
  text: { title: FormField; content: FormField; excerpt: FormField };
  groups: { name: string; title: string; isOpen: boolean; fields: FormField[] }[];
  /** What is on the buttons: the first one is what Enter does. */
  buttons: StepButton[];
  otherButtons: StepButton[];
  links: AdminLink[];
  translations: AdminLink[];
  /** Somebody else has saved it meanwhile; null where nobody has. */
  conflict: {
    who: string;
    difference: ShownDifference | null;
    /** The version that is stored. */
    version: string;
    /** What the refused form was to do besides saving. */
    wanted: string;
    buttons: StepButton[];
  } | null;
  /** What has become of the form that was sent; null without one. */
  note: string | null;
  /** A text of this person's that was kept and not saved. */
  autosave: { text: string; restore: string; button: StepButton } | null;
  file: FormField;
  /** What was not saved yet is shown: leaving loses it. */
  isUnsaved: boolean;
  /** For the script, as JSON. */
  config: string;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/write': WritePage;
  }
}
