import type { AdminDetailData } from '../../../../index.js';
import type { ShownDifference } from '../../template-data.js';

/** The versions of an article, and what differs between two of them. */
export interface VersionsPage extends AdminDetailData {
  /** The form that asks for two versions. */
  compare: { action: string; from: string; to: string; most: string };
  /** Of the comparison; null where none was asked for. */
  heading: string | null;
  isSame: boolean;
  differences: ShownDifference[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/versions': VersionsPage;
  }
}
