import { BlockControls, PlainText, useBlockProps } from '@wordpress/block-editor';
import { ToolbarButton, ToolbarGroup } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import { type BlockEditProps, ServerPreview } from '../../../../../editor.js';
import { blockText } from '../editor/texts.js';
import { metadata } from './metadata.js';

/** Edits the Markdown source, or previews it as readers see it. */
export function MarkdownEdit({ attributes, setAttributes }: BlockEditProps<EditedAttributesOf<typeof metadata>>) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <BlockControls>
        <ToolbarGroup>
          <ToolbarButton isPressed={!isShown} onClick={() => setShown(false)}>
            {blockText('markdown-write')}
          </ToolbarButton>
          <ToolbarButton isPressed={isShown} onClick={() => setShown(true)}>
            {blockText('markdown-preview')}
          </ToolbarButton>
        </ToolbarGroup>
      </BlockControls>
      <div {...useBlockProps({ className: isShown ? '' : 'kb-edit-source' })}>
        {isShown ? (
          <ServerPreview name={metadata.name} attributes={attributes} empty={blockText('markdown-empty')} />
        ) : (
          <PlainText
            value={attributes.content}
            onChange={(content) => setAttributes({ content })}
            placeholder={blockText('markdown-placeholder')}
            aria-label={blockText('markdown-label')}
          />
        )}
      </div>
    </>
  );
}
