/** The knowledge base in the editor of blocks. */
import { registerKbBlocks } from './blocks.js';

registerKbBlocks();
