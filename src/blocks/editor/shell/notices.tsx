import type { ReactNode } from 'react';
import type { EditorConfig } from '../config.js';
import type { Draft } from '../saving/articles.js';
import type { FailureKind } from '../saving/failure.js';
import type { Saving } from '../saving/use-saving.js';
import type { EditorTextKey } from '../strings/en.js';
import type { Texts } from '../strings/texts.js';

const TEXTS: Readonly<Record<FailureKind, EditorTextKey>> = {
  offline: 'offline-text',
  conflict: 'conflict-text',
  'logged-out': 'logged-out-text',
  forbidden: 'forbidden-text',
  gone: 'gone-text',
  refused: 'refused-text',
};

/** What went wrong and what can be done about it, above the text, where nothing can be typed over it. */
export function Notices({
  saving,
  replace,
  takeTheirs,
  config,
  missingScripts,
  settled,
  text,
}: {
  saving: Saving;
  /** Shows another text in place of this one. */
  replace: (draft: Draft) => void;
  takeTheirs: () => Promise<void>;
  config: EditorConfig;
  missingScripts: readonly string[];
  /** What was said is decided on and goes away; the focus has to go somewhere. */
  settled: () => void;
  text: Texts;
}) {
  const { failure, kept } = saving;
  return (
    <div className="me-notices">
      {failure && (
        <Notice kind="error" message={text(TEXTS[failure.kind], { message: failure.message })}>
          {failure.kind === 'conflict' && (
            <>
              <Action label={text('conflict-mine')} run={() => void saving.save(true).then(settled)} />
              <Action label={text('conflict-theirs')} run={() => void takeTheirs().then(settled)} />
            </>
          )}
          {failure.kind === 'logged-out' && (
            <a className="me-notice-action" href={config.loginLink} target="_blank" rel="noopener">
              {text('log-in')}
            </a>
          )}
        </Notice>
      )}
      {kept && (
        <Notice
          kind="info"
          message={text('kept-text', {
            time: new Date(kept.keptAt).toLocaleString(config.locale, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        >
          <Action
            label={text('kept-restore')}
            run={() => {
              replace(kept);
              saving.settleKept(false);
              settled();
            }}
          />
          <Action
            label={text('kept-drop')}
            run={() => {
              saving.settleKept(true);
              settled();
            }}
          />
        </Notice>
      )}
      {missingScripts.map((script) => (
        <Notice key={script} kind="error" message={text('script-failed', { script })} />
      ))}
    </div>
  );
}

function Notice({ kind, message, children }: { kind: 'error' | 'info'; message: string; children?: ReactNode }) {
  return (
    <div className={`me-notice me-notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p>{message}</p>
      {children && <div className="me-notice-actions">{children}</div>}
    </div>
  );
}

function Action({ label, run }: { label: string; run: () => void }) {
  return (
    <button type="button" className="me-notice-action" onClick={run}>
      {label}
    </button>
  );
}
