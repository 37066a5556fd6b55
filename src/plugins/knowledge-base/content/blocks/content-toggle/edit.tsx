import {
  store as blockEditor,
  InspectorControls,
  RichText,
  useBlockProps,
  useInnerBlocksProps,
} from '@wordpress/block-editor';
import { type Block, createBlock } from '@wordpress/blocks';
import { PanelBody, SelectControl, TextControl, ToggleControl } from '@wordpress/components';
import { useDispatch, useRegistry } from '@wordpress/data';
import type { KeyboardEvent } from 'react';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import type { BlockEditProps } from '../../../../../editor.js';
import { Foldable } from '../editor/controls/foldable.js';
import { isPlainEnter } from '../editor/controls/plain-enter.js';
import { blockText } from '../editor/texts.js';
import type { metadata } from './metadata.js';

type Props = BlockEditProps<EditedAttributesOf<typeof metadata>>;

/** Edits a label and its content, always open. */
export function ContentToggleEdit({ attributes, setAttributes, clientId }: Props) {
  const { label, style } = attributes;
  const { children, ...props } = useInnerBlocksProps(
    useBlockProps({ className: style === 'button' ? 'is-style-button' : '' }),
  );
  const registry = useRegistry();
  const { insertBlock, selectBlock } = useDispatch(blockEditor);
  /** Enter moves from the single-line label to the content. */
  function toContent(event: KeyboardEvent): void {
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    const [first] = registry.select(blockEditor).getBlocks(clientId) as Block[];
    if (first) void selectBlock(first.clientId);
    else void insertBlock(createBlock('core/paragraph'), 0, clientId);
  }
  return (
    <>
      <InspectorControls>
        <ToggleSettings attributes={attributes} setAttributes={setAttributes} />
      </InspectorControls>
      <Foldable
        {...props}
        summaryClass="kb-toggle-label"
        onSummaryKeyDown={toContent}
        summary={
          <RichText
            identifier="label"
            tagName="div"
            aria-label={blockText('toggle-label')}
            placeholder={blockText('toggle-placeholder')}
            withoutInteractiveFormatting
            disableLineBreaks
            value={label}
            onChange={(written) => setAttributes({ label: written })}
          />
        }
      >
        {children}
      </Foldable>
    </>
  );
}

function ToggleSettings({ attributes, setAttributes }: Pick<Props, 'attributes' | 'setAttributes'>) {
  const { open, style, labelClosed, labelOpen } = attributes;
  return (
    <PanelBody title={blockText('settings')}>
      <ToggleControl
        label={blockText('toggle-open')}
        checked={open}
        onChange={(chosen) => setAttributes({ open: chosen })}
      />
      <SelectControl
        label={blockText('toggle-style')}
        value={style}
        options={(['details', 'button'] as const).map((value) => ({ value, label: blockText(value) }))}
        onChange={(chosen: 'details' | 'button') => setAttributes({ style: chosen })}
      />
      <TextControl
        label={blockText('toggle-label-closed')}
        help={blockText('toggle-labels-hint')}
        value={labelClosed}
        onChange={(written) => setAttributes({ labelClosed: written })}
      />
      <TextControl
        label={blockText('toggle-label-open')}
        help={blockText('toggle-labels-hint')}
        value={labelOpen}
        onChange={(written) => setAttributes({ labelOpen: written })}
      />
    </PanelBody>
  );
}
