import type { AdminBadge, AdminTabbedData, FormData, ListTableData } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';

/** Submit button of the surrounding form. */
export interface SendButton {
  name: string;
  value: string;
  label: string;
}

/** Image in the grid. */
export interface PictureCard {
  id: number;
  title: string;
  /** Link to its page. */
  link: string;
  /** Thumbnail URL of the public image or the original, depending on the view. */
  image: string;
  /** The two versions to switch between; null if they are the same. */
  faces: { preview: string; original: string; isOriginal: boolean } | null;
  badge: AdminBadge;
  /** Small print: the reason it gets no watermark, or its size. */
  note: string;
  buttons: SendButton[];
  /** Label of its checkbox. */
  selectLabel: string;
}

/** Image that a run failed on. */
export interface FailureRow {
  title: string;
  /** Null if the image has been deleted. */
  link: string | null;
  /** Error and remedy. */
  reason: string;
}

/** Panel of a run: available actions, progress or result. */
export interface RunPanel {
  strings: Strings;
  /** Form action URL. */
  action: string;
  hidden: FormData['hidden'];
  /** Changes whenever the available actions do, so that the script knows to reload the panel. */
  key: string;
  isLive: boolean;
  summary: string;
  /** Null while no run is active. */
  progress: {
    title: string;
    badge: AdminBadge;
    done: number;
    total: number;
    /** Short progress, `120 of 800`. */
    steps: string;
    /** Counts, speed and remaining time. */
    facts: string[];
    /** Progress text for screen readers. */
    spoken: string;
  } | null;
  /** Result of the last run; null if there is none or one is active. */
  last: {
    title: string;
    badge: AdminBadge;
    facts: string[];
    link: string;
    linkLabel: string;
    error: string | null;
  } | null;
  /** Id of the run that the buttons control; '' for none. */
  run: string;
  buttons: (SendButton & { kind: 'danger' | 'main' | 'quiet' })[];
  /** Label of the checkbox to reapply all watermarks; null if no run can be started. */
  force: string | null;
  failures: { title: string; rows: FailureRow[]; more: { label: string; link: string } | null } | null;
}

/** Data of the library page. */
export interface LibraryPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** URL that the script polls for the progress of a run. */
  progressLink: string;
  run: RunPanel;
  /** Search and filters. */
  table: ListTableData;
  /** Views: public images or originals. */
  views: { label: string; link: string; isCurrent: boolean }[];
  pictures: PictureCard[];
  empty: string;
  /** Link to upload images; null if a filter merely hides them. */
  uploadLink: string | null;
  /** Notice that the search stopped before the end of the library; null if it did not. */
  cut: string | null;
  form: { action: string; hidden: FormData['hidden']; bulk: { value: string; label: string }[] };
  newer: string | null;
  older: string | null;
}

/** Data of an image's page: the public version and the original. */
export interface PicturePage {
  strings: Strings;
  title: string;
  badge: AdminBadge;
  note: string | null;
  preview: { image: string; alt: string; caption: string };
  /** Null if the public version is the original. */
  original: { image: string; caption: string } | null;
  width: number;
  height: number;
  definitions: { term: string; text: string }[];
  form: { action: string; hidden: FormData['hidden']; id: string; buttons: SendButton[] };
  links: { label: string; link: string }[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'watermark/admin/library': LibraryPage;
    'watermark/admin/run-panel': { run: RunPanel };
    'watermark/admin/picture': PicturePage;
  }
}
