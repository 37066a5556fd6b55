import { createContext, useContext } from '@wordpress/element';
import type { Client } from '../../../client.js';
import type { Fields } from '../saving/articles.js';
import type { Sender } from '../saving/sender.js';

/** Edited document as panels see it. */
export interface OpenDocument {
  /** Full response of the route, with `context=edit`; null before the first save. */
  readonly stored: Fields | null;
  /** Returns the value that would be saved now. For members with a source and a rendering, it is the source. */
  value(name: string): unknown;
  /** Whether it has changed since the last save. */
  isChanged(name: string): boolean;
  /** Sets an argument of the route for the next save. Undefined sends nothing. */
  set(name: string, value: unknown): void;
  /** Error message of the server for it at the last save; undefined once it is changed. */
  fault(name: string): string | undefined;
  /** REST client for other routes, with the session of the page. */
  readonly client: Client;
  /** Sends a form with files and reports progress. */
  readonly send: Sender;
  /** Settings that the page passes to its panels: `panels` of `EditorConfig`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Route below the root that renders one block as the server does. */
  readonly blockPreview: string;
  /** Language of the page (BCP 47). */
  readonly locale: string;
  /** Time zone of the site's dates (IANA name). */
  readonly timeZone: string;
  /** Whether this user may publish it. */
  readonly mayPublish: boolean;
}

const Context = createContext<OpenDocument | null>(null);

export const OpenDocumentProvider = Context.Provider;

/** Returns the edited document, for components of panels. @throws Error outside of the editor */
export function useEditedDocument(): OpenDocument {
  const opened = useContext(Context);
  if (!opened) throw new Error('useEditedDocument only works in the editor. Call it in a document panel.');
  return opened;
}
