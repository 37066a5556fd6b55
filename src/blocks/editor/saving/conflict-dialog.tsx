import { useEffect, useState } from '@wordpress/element';
import type { Client } from '../../../client.js';
import { convertLinkOf, type EditorConfig } from '../config.js';
import { fieldDifferences } from '../panels/field-differences.js';
import type { Texts } from '../texts/use-texts.js';
import type { Articles, Draft, StoredArticle } from './articles.js';
import { Choice, CompareDialog } from './compare-dialog.js';
import { type Failure, failureOf } from './failure.js';
import { nameOf, relativeTime } from './times.js';
import type { Saving } from './use-saving.js';
import { createVersions } from './versions.js';

/** Dialog for an edit conflict: compares the text with the other user's version, and keeps one of them. */
export function ConflictDialog({
  articles,
  client,
  config,
  saving,
  since,
  mine,
  replace,
  onClose,
  text,
}: {
  articles: Pick<Articles, 'load'>;
  client: Client;
  config: EditorConfig;
  saving: Saving;
  since: Failure['since'];
  mine: Draft;
  /** Replaces the text in the editor. */
  replace: (draft: Draft) => void;
  onClose: () => void;
  text: Texts;
}) {
  const [theirs, setTheirs] = useState<StoredArticle | null>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const id = saving.stored?.id;

  useEffect(() => {
    if (id === undefined) return;
    articles.load(id).then(setTheirs, (error: unknown) => setFault(failureOf(error).message || text('offline-text')));
    // The name is optional, so a failure is ignored.
    createVersions(client, config, id)
      .list(1)
      .then(({ versions }) => setName(versions.find(({ author }) => author === since?.author)?.authorName ?? ''))
      .catch(() => undefined);
  }, [articles, client, config, id, since, text]);

  const time = since ? relativeTime(since.modified, config) : '';
  /** Their version is in another format and cannot be shown as blocks. */
  const isForeign = theirs !== null && theirs.format !== 'blocks';
  const byWhom = name === '' ? text('conflict-since', { time }) : text('conflict-by', { name, time });
  function takeTheirs(): void {
    if (!theirs) return;
    if (isForeign) {
      if (saving.setAside()) saving.leaveFor(convertLinkOf(config, theirs.id));
      else setFault(text('aside-failed'));
      return;
    }
    saving.moveTo(theirs);
    replace({ ...theirs, fields: {} });
    onClose();
  }

  return (
    <CompareDialog
      title={text('conflict-title')}
      intro={`${byWhom} ${isForeign ? text('conflict-foreign', { format: nameOf(theirs.format) }) : text('conflict-marks')}`}
      before={theirs ?? mine}
      after={theirs && mine}
      fields={
        theirs
          ? fieldDifferences({ stored: theirs.body, changed: {} }, { stored: theirs.body, changed: mine.fields })
          : []
      }
      onClose={onClose}
      text={text}
      actions={
        <>
          {fault !== '' && <p role="alert">{fault}</p>}
          <Choice label={text('conflict-later')} run={onClose} />
          {theirs && (
            <>
              <Choice label={text('conflict-theirs')} run={takeTheirs} />
              <Choice
                label={text('conflict-mine')}
                isMain
                run={() => {
                  onClose();
                  void saving.again(theirs);
                }}
              />
            </>
          )}
        </>
      }
    />
  );
}
