import type { AdminTabbedData, FormData, FormField, Strings } from '../../../../index.js';

/** The settings with what they look like beside them. */
export interface DesignPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** Says that pictures have an older design, and leads to them; null where none has. */
  outdated: { text: string; label: string; link: string } | null;
  /** Whether the form shows what is not saved. */
  isUnsaved: boolean;
  /** Its fields stand under headings. */
  form: FormData;
  groups: { name: string; title: string; fields: FormField[] }[];
  placeholders: { name: string; text: string }[];
  /** Small pictures by the values of the field `image_id`. */
  thumbnails: Record<string, string>;
  search: { value: string; note: string };
  preview: {
    image: string;
    /** The picture that it is shown on, by id; 0 is the sample. */
    pictures: { value: string; label: string; selected: boolean }[];
  };
  /** The page as it is saved. */
  savedLink: string;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'watermark/admin/design': DesignPage;
  }
}
