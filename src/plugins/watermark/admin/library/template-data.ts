import type { AdminBadge, AdminTabbedData, FormData, ListTableData, Strings } from '../../../../index.js';

/** A button that sends the form it stands in. */
export interface SendButton {
  name: string;
  value: string;
  label: string;
}

/** A picture in the grid. */
export interface PictureCard {
  id: number;
  title: string;
  /** Its page. */
  link: string;
  /** Address of a small picture, of what visitors see or of the original, as was asked for. */
  image: string;
  /** The two between which the picture is changed; null where they are the same. */
  faces: { shown: string; original: string; isOriginal: boolean } | null;
  badge: AdminBadge;
  /** In smaller letters: why it gets no mark, or how large it is. */
  note: string;
  buttons: SendButton[];
  /** For its checkbox. */
  selectLabel: string;
}

/** A picture that a run could not work on. */
export interface FailureRow {
  title: string;
  /** Null for a picture that is gone. */
  link: string | null;
  /** What is wrong and what to do. */
  reason: string;
}

/** Work on the whole library: what can be begun, how far it is, or what came of it. */
export interface RunPanel {
  strings: Strings;
  /** Where its forms go. */
  action: string;
  hidden: FormData['hidden'];
  /** Changes with what is offered, so that a script knows when words alone are not enough. */
  key: string;
  isLive: boolean;
  summary: string;
  /** Null while nothing is being done. */
  progress: {
    title: string;
    badge: AdminBadge;
    done: number;
    total: number;
    /** How far, in a few words: `120 of 800`. */
    steps: string;
    /** What came of it, how fast it is and how long it will take. */
    facts: string[];
    /** All of it, for those who hear the page. */
    spoken: string;
  } | null;
  /** What came of the last one; null where there was none, or one is going on. */
  last: {
    title: string;
    badge: AdminBadge;
    facts: string[];
    link: string;
    linkLabel: string;
    error: string | null;
  } | null;
  /** The run that the buttons are about; '' for none. */
  run: string;
  buttons: (SendButton & { kind: 'danger' | 'main' | 'quiet' })[];
  /** Label of the box that has all pictures marked anew; null where nothing can be begun. */
  force: string | null;
  failures: { title: string; rows: FailureRow[]; more: { label: string; link: string } | null } | null;
}

/** The pictures of the library with their marks. */
export interface LibraryPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** Where the script asks how far a run is. */
  progressLink: string;
  run: RunPanel;
  /** Search and filter. */
  table: ListTableData;
  /** What visitors see, or originals. */
  views: { label: string; link: string; isCurrent: boolean }[];
  pictures: PictureCard[];
  empty: string;
  /** Where pictures come from; null where some are only not shown. */
  uploadLink: string | null;
  /** Says that the library was not looked through to its end; null where it was. */
  cut: string | null;
  form: { action: string; hidden: FormData['hidden']; bulk: { value: string; label: string }[] };
  newer: string | null;
  older: string | null;
}

/** One picture, as visitors see it and as it was uploaded. */
export interface PicturePage {
  strings: Strings;
  title: string;
  badge: AdminBadge;
  note: string | null;
  shown: { image: string; alt: string; caption: string };
  /** Null where visitors see the original. */
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
