import { store as blockEditor, InspectorControls, useBlockProps, useInnerBlocksProps } from '@wordpress/block-editor';
import { PanelBody, SelectControl, ToggleControl } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import type { BlockEditProps } from '../../../../../editor.js';
import { LevelControl } from '../editor/controls/list-settings.js';
import { newQuestion } from '../editor/questions/new-question.js';
import { blockText } from '../editor/texts.js';
import type { metadata } from './metadata.js';

type Props = BlockEditProps<EditedAttributesOf<typeof metadata>>;

/** Edits a list of questions, with a button that adds one. */
export function AccordionEdit({ attributes, setAttributes, clientId }: Props) {
  useFirstQuestion(clientId);
  const { layout, iconPosition, showIcon } = attributes;
  const classes = [layout === 'boxed' ? 'is-layout-boxed' : '', showIcon ? `is-icon-${iconPosition}` : 'has-no-icon'];
  const props = useInnerBlocksProps(useBlockProps({ className: classes.join(' ') }), {
    renderAppender: false,
  });
  return (
    <>
      <InspectorControls>
        <AccordionSettings attributes={attributes} setAttributes={setAttributes} />
      </InspectorControls>
      <div {...props}>
        {props.children}
        <AddQuestion accordion={clientId} />
      </div>
    </>
  );
}

function AccordionSettings({ attributes, setAttributes }: Pick<Props, 'attributes' | 'setAttributes'>) {
  const { faqSchema, headingLevel, autoclose, openFirst, iconPosition, showIcon, layout } = attributes;
  return (
    <>
      <PanelBody title={blockText('settings')}>
        <ToggleControl
          label={blockText('accordion-schema')}
          help={blockText('accordion-schema-hint')}
          checked={faqSchema}
          onChange={(chosen) => setAttributes({ faqSchema: chosen })}
        />
        <ToggleControl
          label={blockText('accordion-open-first')}
          checked={openFirst}
          onChange={(chosen) => setAttributes({ openFirst: chosen })}
        />
        <ToggleControl
          label={blockText('accordion-autoclose')}
          checked={autoclose}
          onChange={(chosen) => setAttributes({ autoclose: chosen })}
        />
      </PanelBody>
      <PanelBody title={blockText('appearance')}>
        <LevelControl
          label={blockText('accordion-level')}
          level={headingLevel}
          onChange={(chosen) => setAttributes({ headingLevel: chosen })}
        />
        <SelectControl
          label={blockText('accordion-layout')}
          value={layout}
          options={(['plain', 'boxed'] as const).map((value) => ({ value, label: blockText(value) }))}
          onChange={(chosen: 'plain' | 'boxed') => setAttributes({ layout: chosen })}
        />
        <ToggleControl
          label={blockText('accordion-icon')}
          checked={showIcon}
          onChange={(chosen) => setAttributes({ showIcon: chosen })}
        />
        {showIcon && (
          <SelectControl
            label={blockText('accordion-icon-place')}
            value={iconPosition}
            options={(['right', 'left'] as const).map((value) => ({ value, label: blockText(value) }))}
            onChange={(chosen: 'right' | 'left') => setAttributes({ iconPosition: chosen })}
          />
        )}
      </PanelBody>
    </>
  );
}

/** Button that adds a question to an accordion and focuses it. */
function AddQuestion({ accordion }: { accordion: string }) {
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

/** Moves the caret from a newly inserted accordion to its first question. */
function useFirstQuestion(accordion: string): void {
  const registry = useRegistry();
  const { selectBlock } = useDispatch(blockEditor);
  useEffect(() => {
    const { isBlockSelected, getBlockOrder } = registry.select(blockEditor);
    const [first] = getBlockOrder(accordion) as string[];
    if (first !== undefined && isBlockSelected(accordion)) void selectBlock(first);
  }, [accordion, registry, selectBlock]);
}
