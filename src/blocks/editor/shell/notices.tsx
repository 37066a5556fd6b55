import { store } from '@wordpress/block-editor';
import type { Block } from '@wordpress/blocks';
import { useDispatch } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import { RecoveryNotice } from '../document/recovery-notice.js';
import type { EditedDocument } from '../document/use-document.js';
import { fieldDifferences } from '../panels/field-differences.js';
import type { StepName } from '../publishing/step.js';
import { STEP_TEXTS } from '../publishing/step-texts.js';
import type { Articles, Draft } from '../saving/articles.js';
import { Choice, CompareDialog } from '../saving/compare-dialog.js';
import { ConflictDialog } from '../saving/conflict-dialog.js';
import { type FailureKind, isOver } from '../saving/failure.js';
import type { LocalDraft } from '../saving/local-copies.js';
import { relativeTime } from '../saving/times.js';
import type { Saving } from '../saving/use-saving.js';
import type { EditorTextKey, Texts } from '../texts/use-texts.js';
import { Action, Notice } from './notice.js';

const TEXTS: Readonly<Record<FailureKind, EditorTextKey>> = {
  offline: 'offline-text',
  server: 'server-text',
  limited: 'limited-text',
  conflict: 'conflict-text',
  'logged-out': 'logged-out-text',
  'other-user': 'other-user-text',
  forbidden: 'forbidden-text',
  gone: 'gone-text',
  'too-large': 'too-large-text',
  refused: 'refused-text',
};

interface NoticesProps {
  readonly saving: Saving;
  readonly edited: Pick<EditedDocument, 'replace' | 'code' | 'blocks'>;
  /** Returns all current text. */
  readonly draft: () => Draft;
  /** Requested step that a failed save has not taken yet. */
  readonly requestedStep: StepName | null;
  readonly articles: Articles;
  readonly client: Client;
  readonly config: EditorConfig;
  readonly missingScripts: readonly string[];
  /** Called when a notice is dismissed, so that the focus moves elsewhere. */
  readonly settled: () => void;
  readonly text: Texts;
}

/** Notices of failures and what can be done about them, above the text. */
export function Notices(props: NoticesProps) {
  const { edited, missingScripts, settled, text } = props;
  const [unsaved] = props.saving.localDrafts;
  return (
    <div className="me-notices">
      <FailureNotice {...props} />
      <CleanedNotice saving={props.saving} settled={settled} text={text} />
      {unsaved && <LocalDraftNotice key={unsaved.keptAt} {...props} unsaved={unsaved} />}
      {edited.code?.isTooLarge && <Notice kind="info" message={text('code-large')} />}
      {!edited.code && <FoundBlock blocks={edited.blocks as readonly Block[]} find={props.config.find} />}
      {!edited.code && <RecoveryNotice blocks={edited.blocks as readonly Block[]} settled={settled} text={text} />}
      {missingScripts.map((script) => (
        <Notice key={script} kind="error" message={text('script-failed', { script })} />
      ))}
    </div>
  );
}

function FailureNotice({
  saving,
  edited,
  draft,
  requestedStep: pendingStep,
  articles,
  client,
  config,
  settled,
  text,
}: NoticesProps) {
  const { failure, retryAt, again } = saving;
  const isConflict = failure?.kind === 'conflict';
  const [isOpen, setOpen] = useState(false);
  // Opens the dialog once per conflict. If the user continues writing, the button opens it again.
  useEffect(() => setOpen(isConflict), [isConflict]);
  if (!failure) return null;
  const time = retryAt === null ? '' : new Date(retryAt).toLocaleTimeString(config.locale, { timeStyle: 'medium' });
  const isStepTriedAgain = pendingStep !== null && (retryAt !== null || isOver(failure) || isConflict);
  const details = [
    text(saving.isKeptHere ? 'kept-here' : 'kept-nowhere'),
    retryAt === null ? '' : text('retry-text', { time }),
    isStepTriedAgain ? text('step-waits', { step: text(STEP_TEXTS[pendingStep]) }) : '',
  ];
  return (
    <>
      <Notice
        kind="error"
        message={text(TEXTS[failure.kind], { message: failure.message, name: config.userName })}
        detail={details.filter((detail) => detail !== '').join(' ')}
      >
        {retryAt !== null && <Action label={text('retry-now')} run={() => void again().then(settled)} />}
        {isConflict && <Action label={text('conflict-open')} run={() => setOpen(true)} />}
        {isOver(failure) && (
          <a className="me-notice-action" href={config.loginLink} target="_blank" rel="noopener">
            {text('log-in')}
          </a>
        )}
      </Notice>
      {isConflict && isOpen && (
        <ConflictDialog
          articles={articles}
          client={client}
          config={config}
          saving={saving}
          since={failure.since}
          mine={draft()}
          replace={edited.replace}
          onClose={() => setOpen(false)}
          text={text}
        />
      )}
    </>
  );
}

function LocalDraftNotice({
  saving,
  edited,
  draft,
  config,
  settled,
  text,
  unsaved,
}: NoticesProps & { readonly unsaved: LocalDraft }) {
  const [isOpen, setOpen] = useState(false);
  const time = relativeTime(unsaved.keptAt, config);
  const stored = saving.stored?.body ?? null;
  const modified = stored?.modified;
  const isOlder = typeof modified === 'string' && Date.parse(modified) > unsaved.keptAt;

  function goOn(): void {
    edited.replace(unsaved);
    saving.settleDraft(unsaved, false);
    saving.touch();
    settled();
  }
  function drop(): void {
    saving.settleDraft(unsaved, true);
    settled();
  }
  return (
    <>
      <Notice kind="info" message={text(isOlder ? 'kept-older-text' : 'kept-text', { time })}>
        <Action label={text('kept-compare')} run={() => setOpen(true)} />
        <Action label={text('kept-restore')} run={goOn} />
        <Action label={text('kept-drop')} run={drop} />
      </Notice>
      {isOpen && (
        <CompareDialog
          title={text('kept-title')}
          intro={text('kept-intro', { time })}
          before={draft()}
          after={unsaved}
          fields={fieldDifferences({ stored, changed: draft().fields }, { stored, changed: unsaved.fields })}
          onClose={() => setOpen(false)}
          text={text}
          actions={
            <>
              <Choice label={text('kept-drop')} run={drop} />
              <Choice label={text('kept-restore')} isMain run={goOn} />
            </>
          }
        />
      )}
    </>
  );
}

/**
 * Selects, once, the block that contains the text the page was opened for, such as a broken link. Renders nothing,
 * and selects nothing if no block contains it.
 */
function FoundBlock({ blocks, find }: { blocks: readonly Block[]; find: string }) {
  const { selectBlock } = useDispatch(store) as unknown as { selectBlock(clientId: string): void };
  const isDone = useRef(find === '');
  useEffect(() => {
    if (isDone.current || blocks.length === 0) return;
    isDone.current = true;
    const found = holderOf(blocks, find);
    if (found) selectBlock(found.clientId);
  }, [blocks, find, selectBlock]);
  return null;
}

/** Finds the innermost block that contains the text. */
function holderOf(blocks: readonly Block[], find: string): Block | null {
  for (const block of blocks) {
    const inner = holderOf(block.innerBlocks, find);
    if (inner) return inner;
    const texts = Object.values(block.attributes as Record<string, unknown>).map(String);
    // Attribute texts may contain escaped ampersands.
    if (texts.some((text) => text.includes(find) || text.includes(find.replaceAll('&', '&amp;')))) return block;
  }
  return null;
}

/** Notice that the server removed something from the saved text, with a comparison. */
function CleanedNotice({
  saving: { cleaned, dismissCleaned },
  settled,
  text,
}: {
  saving: Pick<Saving, 'cleaned' | 'dismissCleaned'>;
  settled: () => void;
  text: Texts;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!cleaned) return null;
  const close = (): void => setOpen(false);
  function dismiss(): void {
    close();
    dismissCleaned();
    settled();
  }
  return (
    <>
      <Notice kind="error" message={text('cleaned-text')}>
        <Action label={text('cleaned-show')} run={() => setOpen(true)} />
        <Action label={text('notice-close')} run={dismiss} />
      </Notice>
      {isOpen && (
        <CompareDialog
          title={text('cleaned-title')}
          intro={text('cleaned-intro')}
          before={cleaned.sent}
          after={cleaned.stored}
          onClose={close}
          text={text}
          actions={<Choice label={text('notice-close')} isMain run={dismiss} />}
        />
      )}
    </>
  );
}
