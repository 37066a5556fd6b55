/** The knowledge base in the editor of blocks. */
import { registerBlock } from '../../../editor.js';
import { MarkdownEdit } from '../blocks/markdown/edit.js';
import { metadata as markdown } from '../blocks/markdown/metadata.js';
import { save as saveMarkdown } from '../blocks/markdown/save.js';
import { registerPanels } from './panels/register.js';

registerBlock(markdown, { edit: MarkdownEdit, save: saveMarkdown });
registerPanels();
