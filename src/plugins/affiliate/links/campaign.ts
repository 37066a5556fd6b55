/** Letters and digits of any script, spaces, dots, hyphens and underscores. */
const CAMPAIGN = /^[\p{L}\p{M}\p{N} ._-]{1,64}$/u;

/** Pattern of a campaign in schemas. */
export const CAMPAIGN_PATTERN = CAMPAIGN.source;

export const CAMPAIGN_RULE = 'A campaign has 1 to 64 letters, digits, spaces, dots, hyphens and underscores.';

/** @returns the campaign without spaces around it, which is empty for none; null if it is not valid */
export function parseCampaign(text: string): string | null {
  const campaign = text.trim();
  return campaign === '' || CAMPAIGN.test(campaign) ? campaign : null;
}
