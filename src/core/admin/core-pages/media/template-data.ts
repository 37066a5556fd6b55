import type { Strings } from '../../../templates/strings.js';
import type { FormData } from '../../form.js';
import type { ListTableData } from '../../list-table.js';
import type { AdminLink } from '../../template-data.js';

/** A file in the grid. */
export interface MediaItem {
  link: string;
  title: string;
  /** Address of a small picture; null for what is none. */
  image: string | null;
  /** What is drawn in its place, such as `PDF`. */
  kind: string;
  /** In smaller letters. */
  note: string;
}

/** The media library. */
export interface AdminMediaData {
  strings: Strings;
  /** Search, filters and pages; its rows are the items. */
  table: ListTableData;
  items: MediaItem[];
  upload: {
    form: FormData;
    /** Where the script sends files, with its nonce. */
    endpoint: string;
    nonce: string;
    /** The page itself: its address with the id of a file behind it is that of the file's page. */
    page: string;
    /** Texts by error code, as JSON. */
    errors: string;
  };
}

/** One file of the media library. */
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
