import { useMemo, useState } from '@wordpress/element';
import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import type { EditedDocument } from '../document/use-document.js';
import type { Failure } from '../saving/failure.js';
import { createSender } from '../saving/sender.js';
import type { Saving } from '../saving/use-saving.js';
import type { OpenDocument } from './open-document.js';
import { storedValue } from './stored-value.js';

/** Fields changed since a save was rejected. */
interface RepairedBlock {
  readonly failure: Failure | null;
  readonly names: ReadonlySet<string>;
}

/** Creates the document that panels read and change. */
export function useOpenDocument(
  { fields, setField }: Pick<EditedDocument, 'fields' | 'setField'>,
  { stored, failure, touch }: Pick<Saving, 'stored' | 'failure' | 'touch'>,
  client: Client,
  config: Pick<EditorConfig, 'root' | 'userId' | 'blockPreview' | 'locale' | 'timeZone' | 'mayPublish' | 'panels'>,
): OpenDocument {
  const [mended, setMended] = useState<RepairedBlock>({ failure: null, names: new Set() });
  const send = useMemo(() => createSender(config), [config]);
  const body = stored?.body ?? null;
  return useMemo(() => {
    const names: ReadonlySet<string> = mended.failure === failure ? mended.names : new Set();
    return {
      stored: body,
      value: (name) => (Object.hasOwn(fields, name) ? fields[name] : storedValue(body?.[name])),
      isChanged: (name) => Object.hasOwn(fields, name),
      set(name, value) {
        setField(name, value);
        setMended({ failure, names: new Set([...names, name]) });
        touch();
      },
      fault: (name) => (names.has(name) ? undefined : failure?.params[name]),
      client,
      send,
      settings: config.panels,
      blockPreview: config.blockPreview,
      locale: config.locale,
      timeZone: config.timeZone,
      mayPublish: config.mayPublish,
    };
  }, [body, client, config, failure, fields, mended, send, setField, touch]);
}
