import { InspectorControls, RichText, useBlockProps, useInnerBlocksProps } from '@wordpress/block-editor';
import { PanelBody, ToggleControl } from '@wordpress/components';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import type { BlockEditProps } from '../../../../../editor.js';
import { Foldable } from '../editor/controls/foldable.js';
import { useQuestionKeys } from '../editor/questions/use-question-keys.js';
import { blockText } from '../editor/texts.js';
import type { metadata } from './metadata.js';

/** Edits a question and its answer, always open. */
export function AccordionItemEdit({
  attributes: { question, open },
  setAttributes,
  clientId,
}: BlockEditProps<EditedAttributesOf<typeof metadata>>) {
  const { ref, ...keys } = useQuestionKeys(clientId);
  const hint = { '--kb-edit-hint': JSON.stringify(blockText('item-answer')) };
  // Inner blocks go directly into `details`: in a wrapper, the caret gets lost between two paragraphs.
  const { children, ...props } = useInnerBlocksProps(useBlockProps({ ref, style: hint }));
  return (
    <>
      <InspectorControls>
        <PanelBody title={blockText('settings')}>
          <ToggleControl
            label={blockText('item-open')}
            checked={open}
            onChange={(chosen) => setAttributes({ open: chosen })}
          />
        </PanelBody>
      </InspectorControls>
      <Foldable
        {...props}
        summaryClass="kb-faq-q"
        onSummaryKeyDown={keys.inQuestion}
        summary={
          <RichText
            identifier="question"
            tagName="div"
            className="kb-faq-heading"
            aria-label={blockText('item-label')}
            placeholder={blockText('item-placeholder')}
            withoutInteractiveFormatting
            value={question}
            onChange={(written) => setAttributes({ question: written })}
            onMerge={keys.mergeQuestion}
          />
        }
      >
        {children}
      </Foldable>
    </>
  );
}
