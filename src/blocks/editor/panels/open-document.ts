import { createContext, useContext } from '@wordpress/element';
import type { Client } from '../../../client.js';
import type { Fields } from '../saving/articles.js';
import type { Sender } from '../saving/sender.js';

/** What is edited, as the panels see it. */
export interface OpenDocument {
  /** The whole answer of the route, with `context=edit`; null until it is saved for the first time. */
  readonly stored: Fields | null;
  /** As it would be saved now; of members with a source and a rendering the source. */
  value(name: string): unknown;
  /** Whether it was changed since it was saved. */
  isChanged(name: string): boolean;
  /** Changes an argument of the route; it is sent with the next save. Undefined sends nothing. */
  set(name: string, value: unknown): void;
  /** What the server said of it at the last save; undefined once it is changed. */
  fault(name: string): string | undefined;
  /** For other routes, with the session of the page. */
  readonly client: Client;
  /** Sends a form with files, and tells how far it is. */
  readonly send: Sender;
  /** What the page tells its panels: `panels` of `EditorConfig`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Route below the root that shows one block as the server does. */
  readonly blockPreview: string;
  /** BCP 47. */
  readonly locale: string;
  /** IANA name: where the dates of the site are. */
  readonly timeZone: string;
  /** Whether this person may have readers see it. */
  readonly mayPublish: boolean;
}

const Context = createContext<OpenDocument | null>(null);

export const OpenDocumentProvider = Context.Provider;

/** What is edited, for components of panels. @throws Error outside of the editor */
export function useEditedDocument(): OpenDocument {
  const opened = useContext(Context);
  if (!opened) throw new Error('useEditedDocument is for what stands in the editor: call it in a document panel.');
  return opened;
}
