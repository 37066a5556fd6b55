import type { ReactNode } from 'react';
import { type ComparedText, DifferenceView } from '../document/difference-view.js';
import type { FieldDifference } from '../panels/field-differences.js';
import { Dialog } from '../shell/dialog.js';
import type { Texts } from '../texts/use-texts.js';

/** Dialog that compares two texts and offers actions. */
export function CompareDialog({
  title,
  intro,
  before,
  after,
  fields,
  actions,
  onClose,
  text,
}: {
  title: string;
  intro: string;
  before: ComparedText;
  /** Null while it loads. */
  after: ComparedText | null;
  /** Settings that differ. */
  fields?: readonly FieldDifference[] | undefined;
  actions: ReactNode;
  onClose: () => void;
  text: Texts;
}) {
  return (
    <Dialog title={title} text={text} size="wide" footer={actions} onClose={onClose}>
      <p>{intro}</p>
      {!after && <p role="status">{text('loading')}</p>}
      {after && <DifferenceView before={before} after={after} fields={fields ?? []} text={text} />}
    </Dialog>
  );
}

/** Button at the end of a dialog. */
export function Choice({ label, isMain = false, run }: { label: string; isMain?: boolean; run: () => void }) {
  return (
    <button type="button" className={isMain ? 'me-save' : 'me-notice-action'} onClick={run}>
      {label}
    </button>
  );
}
