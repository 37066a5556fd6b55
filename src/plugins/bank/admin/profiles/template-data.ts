import type { AdminDetailData, AdminPagePart, FormData, FormField } from '../../../../index.js';

/** The first rows of a file as it is. */
export interface RawRows {
  title: string;
  text: string;
  columns: { name: string /** What the profile takes it for; empty for nothing. */; reads: string }[];
  rows: string[][];
}

export interface ProfileForm {
  form: FormData;
  sample: FormField;
  /** Fields that belong together, under a heading each. */
  groups: { name: string; title: string; text: string | null; fields: FormField[] }[];
  tryLabel: string;
}

/** A profile: the beginning of a sample as it is, what was made of it, and the form that says how. */
export interface ProfilePage extends AdminDetailData {
  /** Null without a sample. */
  raw: RawRows | null;
  read: AdminPagePart[];
  /** Null for those that are not changed here. */
  editor: ProfileForm | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/profile': ProfilePage;
  }
}
