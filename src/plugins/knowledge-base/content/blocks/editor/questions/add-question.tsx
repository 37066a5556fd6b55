import { store as blockEditor } from '@wordpress/block-editor';
import { useDispatch, useSelect } from '@wordpress/data';
import { blockText } from '../texts.js';
import { newQuestion } from './new-question.js';

/** Button that adds a question to an accordion and focuses it. */
export function AddQuestion({ accordion }: { accordion: string }) {
  const count = useSelect((select) => select(blockEditor).getBlockCount(accordion) as number, [accordion]);
  const { insertBlock } = useDispatch(blockEditor);
  return (
    <button
      type="button"
      className="kb-edit-add"
      contentEditable={false}
      onClick={() => void insertBlock(newQuestion(), count, accordion)}
    >
      {blockText('accordion-add')}
    </button>
  );
}
