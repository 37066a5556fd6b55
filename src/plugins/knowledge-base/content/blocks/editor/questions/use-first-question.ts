import { store as blockEditor } from '@wordpress/block-editor';
import { useDispatch, useRegistry } from '@wordpress/data';
import { useEffect } from '@wordpress/element';

/** Moves the caret from a newly inserted accordion to its first question. */
export function useFirstQuestion(accordion: string): void {
  const registry = useRegistry();
  const { selectBlock } = useDispatch(blockEditor);
  useEffect(() => {
    const { isBlockSelected, getBlockOrder } = registry.select(blockEditor);
    const [first] = getBlockOrder(accordion) as string[];
    if (first !== undefined && isBlockSelected(accordion)) void selectBlock(first);
  }, [accordion, registry, selectBlock]);
}
