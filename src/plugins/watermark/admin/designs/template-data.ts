import type { AdminTabbedData, FormData, OrderingTexts } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';

/** Design in the list. */
export interface DesignRow {
  name: string;
  /** When it applies. */
  rule: string;
  /** Link to the page that edits it. */
  link: string;
  /** Link to the page that deletes it; null for the default design. */
  deleteLink: string | null;
  /** Buttons that move it. */
  buttons: { value: string; label: string }[];
}

/** Data of the list of designs. */
export interface DesignsPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  form: { label: string; action: string; hidden: FormData['hidden'] };
  designs: DesignRow[];
  /** The default design, which is always last. */
  other: DesignRow;
  texts: OrderingTexts;
  editLabel: string;
  deleteLabel: string;
  /** Text about the maximum number, if it is reached; null otherwise. */
  full: string | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'watermark/admin/designs': DesignsPage;
  }
}
