import type { AdminTabbedData, FormData, FormField } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';

/** Data of the design page with its preview. */
export interface DesignPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** Notice with a link if images have an older design; null if none has. */
  outdated: { text: string; label: string; link: string } | null;
  /** Name and rule of a design; null for the default one. */
  rule: { title: string; lead: string; fields: FormField[] } | null;
  /** Title of the page; null for the default design. */
  title: string | null;
  /** Whether the form shows unsaved values. */
  isUnsaved: boolean;
  /** Its fields are shown in `groups`. */
  form: FormData;
  groups: { name: string; title: string; fields: FormField[] }[];
  placeholders: { name: string; text: string }[];
  /** Thumbnail URLs by value of the field `image_id`. */
  thumbnails: Record<string, string>;
  search: { value: string; note: string };
  preview: {
    image: string;
    /** Images for the preview by id; 0 is the sample. */
    pictures: { value: string; label: string; selected: boolean }[];
    /** Name of the design that applies to the image; empty for the sample. */
    applies: string;
  };
  /** Link to the page with the saved design. */
  savedLink: string;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'watermark/admin/design': DesignPage;
  }
}
