import type { AdminDetailData } from '../../../../../admin.js';
import type { DifferenceView } from '../../../content/views/template-data.js';

/** Data of the version page: an article's versions and the comparison of two of them. */
export interface VersionsPage extends AdminDetailData {
  /** Form that selects two versions. */
  compare: { action: string; from: string; to: string; most: string };
  /** Heading of the comparison. Null without one. */
  heading: string | null;
  isSame: boolean;
  differences: DifferenceView[];
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/versions': VersionsPage;
  }
}
