import { useEffect, useMemo, useState } from '@wordpress/element';
import type { Client } from '../../../client.js';
import { convertLinkOf, type EditorConfig } from '../config.js';
import type { Articles, Draft } from '../saving/articles.js';
import { Choice } from '../saving/compare-dialog.js';
import { failureOf } from '../saving/failure.js';
import { nameOf, relativeTime } from '../saving/times.js';
import type { Saving } from '../saving/use-saving.js';
import { createVersions, type Version, type VersionText } from '../saving/versions.js';
import { Dialog } from '../shell/dialog.js';
import type { Texts } from '../texts/use-texts.js';
import { DifferenceView } from './difference-view.js';

interface VersionsDialogProps {
  readonly articles: Pick<Articles, 'load'>;
  readonly client: Client;
  readonly config: EditorConfig;
  readonly saving: Saving;
  readonly present: Draft;
  /** Replaces the text in the editor. */
  readonly replace: (draft: Draft) => void;
  readonly onClose: () => void;
  readonly text: Texts;
}

/** Dialog with the versions of the text: changes since each of them, and restoring one as a new version. */
export function VersionsDialog({
  articles,
  client,
  config,
  saving,
  present,
  replace,
  onClose,
  text,
}: VersionsDialogProps) {
  const { stored, isChanged, moveTo } = saving;
  const id = stored?.id ?? 0;
  const baseVersion = Number(stored?.body.version ?? 0);
  const versions = useMemo(() => createVersions(client, config, id), [client, config, id]);
  const [list, setList] = useState<readonly Version[]>([]);
  const [page, setPage] = useState({ number: 1, hasMore: false });
  const [chosen, setChosen] = useState<{ version: number; text: VersionText | null } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState('');
  const fail = (error: unknown): void => setFault(text('versions-failed', { message: failureOf(error).message }));

  async function load(number: number): Promise<void> {
    const found = await versions.list(number);
    setList((before) => [...(number === 1 ? [] : before), ...found.versions]);
    setPage({ number, hasMore: found.hasMore });
  }

  useEffect(() => void load(1).catch(fail), [versions]);

  async function choose(version: number): Promise<void> {
    setAsking(false);
    setChosen({ version, text: null });
    const read = await versions.read(version);
    // Another version may have been selected since.
    setChosen((now) => (now?.version === version ? { version, text: read } : now));
  }

  /**
   * Restores a version that is not in blocks, which cannot stay in this editor. Unsaved text is kept in this browser.
   */
  async function restoreForeign(version: number): Promise<void> {
    if (!saving.setAside()) {
      setFault(text('aside-failed'));
      return;
    }
    await versions.restore(version, baseVersion);
    saving.leaveFor(convertLinkOf(config, id));
  }

  async function restore(version: number): Promise<void> {
    if (foreign !== null) return restoreForeign(version);
    await versions.restore(version, baseVersion);
    const restored = await articles.load(id);
    moveTo(restored);
    replace({ ...restored, fields: {} });
    onClose();
  }

  /** Name of the format; null for blocks. */
  const foreign = chosen?.text && chosen.text.format !== 'blocks' ? nameOf(chosen.text.format) : null;
  const mustAsk = isChanged || foreign !== null;
  const question = foreign === null ? text('version-ask') : text('version-ask-foreign', { format: foreign });
  const footer = chosen?.text && chosen.version !== baseVersion && (
    <>
      {isAsking && <p role="status">{question}</p>}
      <Choice label={text('cancel')} run={onClose} />
      <Choice
        label={
          isAsking
            ? text(isChanged ? 'version-ask-go' : 'version-restore-go')
            : text('version-restore', { version: String(chosen.version) })
        }
        isMain
        run={() => (mustAsk && !isAsking ? setAsking(true) : void restore(chosen.version).catch(fail))}
      />
    </>
  );
  return (
    <Dialog title={text('versions')} text={text} size="wide" footer={footer} onClose={onClose}>
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className="me-versions">
        <nav aria-label={text('versions-list')}>
          <ol className="me-versions-list" reversed>
            {list.map((each) => (
              <li key={each.version}>
                <button
                  type="button"
                  className="me-version"
                  aria-current={chosen?.version === each.version}
                  onClick={() => void choose(each.version).catch(fail)}
                >
                  {each.version === baseVersion
                    ? text('version-present')
                    : text('version-of', { version: String(each.version) })}
                  <small>
                    {text('version-by', { name: each.authorName || '–', time: relativeTime(each.date, config) })}
                  </small>
                  {madeBy(each, text) !== '' && <small>{madeBy(each, text)}</small>}
                </button>
              </li>
            ))}
          </ol>
          {page.hasMore && <Choice label={text('versions-more')} run={() => void load(page.number + 1).catch(fail)} />}
        </nav>
        <div aria-live="polite">
          {!chosen && <p>{text(list.length > 1 ? 'versions-choose' : 'versions-none')}</p>}
          {chosen && !chosen.text && <p>{text('loading')}</p>}
          {chosen?.text && (
            <>
              <p>{text('version-intro', { version: String(chosen.version) })}</p>
              <DifferenceView before={chosen.text} after={present} text={text} />
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Origin of a version that is not an ordinary save. */
function madeBy({ kind, restored }: Version, text: Texts): string {
  if (kind === 'restore' && restored !== null) return text('version-restored', { version: String(restored) });
  if (kind === 'import') return text('version-import');
  return kind === 'schedule' ? text('version-schedule') : '';
}
