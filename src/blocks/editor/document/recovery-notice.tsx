import { store } from '@wordpress/block-editor';
import { type Block, createBlock } from '@wordpress/blocks';
import { useDispatch } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { Action, Notice } from '../shell/notice.js';
import type { Texts } from '../texts/use-texts.js';

interface BlockActions {
  selectBlock(clientId: string): void;
  replaceBlock(clientId: string, block: Block): void;
}

/**
 * Notice of the number of invalid blocks. Each of them offers its own choices, and keeps its bytes until one is made.
 */
export function RecoveryNotice({
  blocks,
  settled,
  text,
}: {
  blocks: readonly Block[];
  settled: () => void;
  text: Texts;
}) {
  const { selectBlock, replaceBlock } = useDispatch(store) as unknown as BlockActions;
  const [isDismissed, setDismissed] = useState(false);
  const invalid = invalidIn(blocks);
  const [first] = invalid;
  if (!first || isDismissed) return null;

  const message = invalid.length === 1 ? text('invalid-one') : text('invalid-many', { count: String(invalid.length) });
  function recover(): void {
    for (const { clientId, name, attributes, innerBlocks } of invalid) {
      replaceBlock(clientId, createBlock(name, attributes, innerBlocks));
    }
    settled();
  }
  return (
    <Notice kind="info" message={message}>
      <Action label={text('invalid-show')} run={() => selectBlock(first.clientId)} />
      <Action label={text('invalid-recover')} run={recover} />
      <Action
        label={text('invalid-keep')}
        run={() => {
          setDismissed(true);
          settled();
        }}
      />
    </Notice>
  );
}

function invalidIn(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => (block.isValid ? invalidIn(block.innerBlocks) : [block]));
}
