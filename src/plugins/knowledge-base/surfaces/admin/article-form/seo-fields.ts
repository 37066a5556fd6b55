import type { FieldDefinition, SubmittedForm } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { SeoArgs } from '../../routes/article-fields.js';

/** SEO values as stored with articles and categories. */
interface Seo {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly noindex: boolean;
}

/** Returns the SEO fields of an article or category. @param image field of the accompanying image */
export function seoFields(
  { title, description, canonical, noindex }: Seo,
  image: FieldDefinition,
  { text }: Strings,
): FieldDefinition[] {
  return [
    { kind: 'text', name: 'seo_title', label: text('write.seo-title'), value: title, maxLength: 200 },
    {
      kind: 'textarea',
      name: 'seo_description',
      label: text('write.seo-description'),
      value: description,
      rows: 2,
      maxLength: 500,
    },
    {
      kind: 'url',
      name: 'seo_canonical',
      label: text('write.seo-canonical'),
      hint: text('write.seo-canonical-hint'),
      value: canonical,
      maxLength: 2000,
    },
    { kind: 'checkbox', name: 'seo_noindex', label: text('write.seo-noindex'), checked: noindex },
    image,
  ];
}

/** Reads the submitted SEO values. */
export function submittedSeo(form: SubmittedForm, image: number): Required<SeoArgs> {
  const plain = (name: string): string => form.text(name).replaceAll('\r\n', '\n').trim();
  return {
    title: plain('seo_title'),
    description: plain('seo_description'),
    canonical: plain('seo_canonical'),
    noindex: form.isChecked('seo_noindex'),
    og_image: image,
  };
}
