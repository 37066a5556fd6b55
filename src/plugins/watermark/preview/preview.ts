import type { Attachment } from '../../../media.js';
import { pictureTooSmall, unsupportedType } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { ReadOriginal } from '../listing/original.js';
import type { MarkedAttachment, Marks } from '../marks.js';
import type { Admission } from '../rendering/pixel-budget.js';
import { inspect, type Overlay, type RenderFilters } from '../rendering/renderer.js';
import type { SourceFacts } from '../rendering/source-facts.js';
import { MIME_TYPES } from '../settings/schema.js';
import type { DesignSettings, SettingsChanges } from '../settings/settings.js';
import { type RenderedPreview, renderPreview } from './render-preview.js';
import { samplePicture } from './sample-picture.js';

export interface PreviewAsk {
  /** Image to show with the watermark; defaults to the plugin's sample. */
  readonly attachmentId?: number | undefined;
  /** Settings that differ from the saved ones. */
  readonly changes?: SettingsChanges | undefined;
}

/**
 * Renders a preview of a design and stores nothing. It uses the original image and ignores whether a run would skip
 * it.
 * @throws HostError 404 `attachment_not_found`, 400 `vendor_watermark_settings_invalid`, 422
 *   `vendor_watermark_picture_too_small`, and the errors of applying the watermark
 */
export type Preview = (ask: PreviewAsk) => Promise<RenderedPreview>;

export interface PreviewParts {
  readonly settings: Pick<DesignSettings, 'with'>;
  readonly attachment: (id: number) => Promise<Attachment>;
  readonly readOriginal: ReadOriginal;
  readonly marks: Marks;
  readonly hooks: GuardedHooks;
  readonly admission: Admission;
  /** Returns the title of the sample. */
  readonly sampleTitle: () => string;
}

/** Skips the filter for the sample, which is no attachment. */
const UNFILTERED: RenderFilters['overlay'] = async (overlay) => overlay;

export function createPreview(parts: PreviewParts): Preview {
  const { settings, attachment, readOriginal, marks, hooks, admission, sampleTitle } = parts;

  /** Image to preview. Its content is read only when needed. */
  interface Subject {
    readonly named: MarkedAttachment;
    read(): Promise<Buffer>;
    readonly attachment: Attachment | null;
  }

  async function subjectOf(id: number | undefined): Promise<Subject> {
    if (id === undefined) {
      return { named: { id: 0, authorId: 0, title: sampleTitle() }, attachment: null, read: samplePicture };
    }
    const found = await attachment(id);
    if (!MIME_TYPES.some((type) => type === found.mimeType)) throw unsupportedType(found.mimeType);
    return { named: found, attachment: found, read: async () => (await readOriginal(found, 'full')).content };
  }

  return async ({ attachmentId, changes = {} }) => {
    const general = await settings.with(changes);
    const subject = await subjectOf(attachmentId);
    const { attachment: picture } = subject;
    const options = picture ? await hooks.applyFiltersAsync('vendor_watermark_options', general, picture.id) : general;
    const { mark } = await marks.of(options, subject.named);
    const content = await subject.read();
    const facts = firstPage(await inspect(content, options.max_pixels));
    const overlay: RenderFilters['overlay'] = picture
      ? (planned: Overlay, of) =>
          hooks.applyFiltersAsync('vendor_watermark_overlay', planned, {
            attachment: picture,
            size: 'full',
            picture: of,
          })
      : UNFILTERED;
    const rendered = await admission.run(facts.pixels, () =>
      renderPreview(content, facts, { mark, settings: options, overlay }),
    );
    if (!rendered) throw pictureTooSmall();
    return rendered;
  };
}

function firstPage(facts: SourceFacts): SourceFacts {
  return { ...facts, pages: 1, pixels: facts.pixels / facts.pages };
}
