import { createFaultWords } from '../../../index.js';

/** What went wrong, in the words of the catalogue of a page. */
export const { faultText, refuseForm } = createFaultWords('vendor_kb_');
