/**
 * What becomes of the pictures and downloads of a source: they come into the media library, or stay where they are, as
 * links to there or as what stands in the text.
 */
export const MEDIA_MODES = ['link', 'copy', 'skip'] as const;
export type MediaMode = (typeof MEDIA_MODES)[number];

/** What counts as a picture or a download, by the end of its name. */
export const MEDIA_FILE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|csv|xlsx?|docx?|pptx?|od[tsp]|mp[34]|m4a|ogg|wav|webm|mov|txt)$/i;
