import type { AdminBadge, AdminLink, FormData, FormField } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { DifferenceView } from '../../../content/views/template-data.js';

export interface StepButton {
  value: string;
  label: string;
  kind: 'main' | 'quiet' | 'warn';
}

/** Data of the form that edits an article as text. */
export interface WritePage {
  strings: Strings;
  tabs: (AdminLink & { current: boolean })[];
  tabsLabel: string;
  form: FormData;
  badges: AdminBadge[];
  /** Title, text and excerpt. */
  text: { title: FormField; content: FormField; excerpt: FormField };
  groups: { name: string; title: string; isOpen: boolean; fields: FormField[] }[];
  /** Main buttons. Enter presses the first. */
  buttons: StepButton[];
  otherButtons: StepButton[];
  links: AdminLink[];
  translations: AdminLink[];
  /** Edit conflict with another user's save. Null if there is none. */
  conflict: {
    who: string;
    difference: DifferenceView | null;
    /** Stored version. */
    version: string;
    /** Step that the rejected form requested. */
    requestedStep: string;
    buttons: StepButton[];
  } | null;
  /** Outcome of the submitted form. Null without one. */
  note: string | null;
  /** The current user's unsaved autosave. */
  autosave: { text: string; restore: string; button: StepButton } | null;
  file: FormField;
  /** True if unsaved text is shown, so that leaving would lose it. */
  isUnsaved: boolean;
  /** JSON configuration for the script. */
  config: string;
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/write': WritePage;
  }
}
