import type { Attachment } from '../../../media.js';
import { pictureTooSmall, unsupportedType } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { ReadOriginal } from '../listing/original.js';
import type { MarkedAttachment, Marks } from '../marks.js';
import type { Admission } from '../rendering/pixel-budget.js';
import { inspect, type Overlay, type RenderFilters } from '../rendering/renderer.js';
import { imageLibrary } from '../rendering/sharp.js';
import type { SourceFacts } from '../rendering/source-facts.js';
import type { DraftDesign, OptionsOf } from '../settings/image-options.js';
import { MIME_TYPES } from '../settings/schema.js';
import type { DesignSettings } from '../settings/settings.js';
import { type RenderedPreview, renderPreview } from './render-preview.js';

export interface PreviewAsk extends DraftDesign {
  /** Image to show with the watermark; defaults to the plugin's sample. */
  readonly attachmentId?: number | undefined;
}

/**
 * Renders a preview of a design and stores nothing. It uses the original image and ignores whether a run would skip
 * it.
 * @throws HostError 404 `attachment_not_found`, 400 `vendor_watermark_settings_invalid`, 422
 *   `vendor_watermark_picture_too_small`, and the errors of applying the watermark
 */
export type Preview = (ask: PreviewAsk) => Promise<RenderedPreview>;

export interface PreviewParts {
  readonly settings: Pick<DesignSettings, 'assertMark'>;
  readonly optionsOf: OptionsOf;
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
  const { settings, optionsOf, attachment, readOriginal, marks, hooks, admission, sampleTitle } = parts;

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

  return async ({ attachmentId, ...draft }) => {
    const subject = await subjectOf(attachmentId);
    const { attachment: picture } = subject;
    const options = await (await optionsOf(picture ? [picture] : [])).draft(picture, draft);
    await settings.assertMark(options);
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

const WIDTH = 1600;

const HEIGHT = 1067;

/** Contains light and dark, plain and busy areas, to judge any watermark. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<defs>
<linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#5d8fbf"/><stop offset=".6" stop-color="#d8d3c4"/><stop offset="1" stop-color="#f6d9a8"/></linearGradient>
<linearGradient id="far" x2="0" y2="1"><stop offset="0" stop-color="#7d93a8"/><stop offset="1" stop-color="#a9b4b0"/></linearGradient>
<linearGradient id="near" x2="0" y2="1"><stop offset="0" stop-color="#4f6b55"/><stop offset="1" stop-color="#2c4136"/></linearGradient>
<linearGradient id="lake" x2="0" y2="1"><stop offset="0" stop-color="#e3cfa5"/><stop offset="1" stop-color="#3c6072"/></linearGradient>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
<circle cx="1180" cy="300" r="70" fill="#fff6dc"/>
<path fill="#fff" fill-opacity=".75" d="M230 215q20-50 75-40 30-60 100-35 60-25 90 30 60-5 65 45z"/>
<path fill="url(#far)" d="M0 560 210 350 340 470 560 260 790 520 930 420 1120 590 1330 380 1600 600V760H0z"/>
<path fill="#f4f4f0" d="m560 260 75 85-45-12-32 30-28-38-40 14z"/>
<path fill="url(#near)" d="M0 640Q260 520 520 640T1010 650t590-50v180H0z"/>
<rect y="740" width="${WIDTH}" height="${HEIGHT - 740}" fill="url(#lake)"/>
<path stroke="#fff" stroke-opacity=".35" stroke-width="4" d="M120 800h260M520 840h380M1000 795h300M260 905h220M820 930h420M80 985h300M1240 880h260"/>
<path fill="#1d2c26" d="M0 1067V900q90-40 170 10t210 30 210 127zM1600 1067V860q-120 0-200 70t-190 60-190 77z"/>
<path fill="#22382d" d="m1420 950 60-330 60 330zm100 20 45-250 35 190v60zM70 960l48-270 48 270z"/>
</svg>`;

/** Returns the sample image for previews: a landscape, 1600 by 1067 pixels, PNG. */
async function samplePicture(): Promise<Buffer> {
  const sharp = await imageLibrary();
  return sharp(Buffer.from(DRAWING)).png({ compressionLevel: 1 }).toBuffer();
}
