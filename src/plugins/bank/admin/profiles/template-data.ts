import type { AdminDetailData, AdminPagePart, FormData, FormField } from '../../../../admin.js';

/** First raw rows of a file. */
export interface RawRows {
  title: string;
  text: string;
  columns: { name: string /** Fields mapped to the column; empty for none. */; reads: string }[];
  rows: string[][];
}

export interface ProfileForm {
  form: FormData;
  sample: FormField;
  /** Groups of fields, each with a heading. */
  groups: { name: string; title: string; text: string | null; fields: FormField[] }[];
  tryLabel: string;
}

/** Data of a profile page: raw sample, entries read from it, and the form. */
export interface ProfilePage extends AdminDetailData {
  /** Null without a sample. */
  raw: RawRows | null;
  read: AdminPagePart[];
  /** Null for profiles that cannot be edited. */
  editor: ProfileForm | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/profile': ProfilePage;
  }
}
