import { PlainText, useBlockProps } from '@wordpress/block-editor';
import type { EditedAttributesOf } from '../../../../blocks.js';
import type { BlockEditProps } from '../../../../editor.js';
import type { metadata } from './metadata.js';

export function MarkdownEdit({ attributes, setAttributes }: BlockEditProps<EditedAttributesOf<typeof metadata>>) {
  return (
    <pre {...useBlockProps()}>
      <PlainText value={attributes.content} onChange={(content) => setAttributes({ content })} aria-label="Markdown" />
    </pre>
  );
}
