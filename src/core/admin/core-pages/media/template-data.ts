import type { Strings } from '../../../templates/strings.js';
import type { FormData } from '../../form.js';
import type { ListTableData } from '../../list-table.js';
import type { AdminLink } from '../../template-data.js';

/** File in the grid. */
export interface MediaItem {
  link: string;
  title: string;
  /** URL of a small image, or null for other files. */
  image: string | null;
  /** File type shown instead of an image, such as `PDF`. */
  kind: string;
  /** Secondary text. */
  note: string;
}

/** Data of the media library page. */
export interface AdminMediaData {
  strings: Strings;
  /** Search, filters and pagination. Its rows are the items. */
  table: ListTableData;
  items: MediaItem[];
  upload: {
    form: FormData;
    /** Upload endpoint for the script, with its nonce. */
    endpoint: string;
    nonce: string;
    /** URL of the page. With `/<id>` appended, it is the URL of a file's page. */
    page: string;
    /** Texts by error code, as JSON. */
    errors: string;
    /** Texts by note, as JSON. */
    notes: string;
  };
}

/** Data of the page of one file. */
export interface AdminMediaFileData {
  strings: Strings;
  preview: { kind: 'audio' | 'image' | 'none' | 'video'; url: string; alt: string; focus: boolean };
  definitions: { term: string; text: string }[];
  address: string;
  forms: FormData[];
  links: (AdminLink & { danger: boolean })[];
}

declare module '../../../templates/names.js' {
  interface TemplateData {
    'core/admin/media': AdminMediaData;
    'core/admin/media-file': AdminMediaFileData;
  }
}
