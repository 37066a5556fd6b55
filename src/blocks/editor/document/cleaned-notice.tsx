import { useState } from '@wordpress/element';
import { Choice, CompareDialog } from '../saving/compare-dialog.js';
import type { Saving } from '../saving/use-saving.js';
import { Action, Notice } from '../shell/notice.js';
import type { Texts } from '../texts/texts.js';

/** Notice that the server removed something from the saved text, with a comparison. */
export function CleanedNotice({
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
