import type { Catalogue } from '../../../../index.js';

/** Strings of the programme's settings in English. */
export const englishSettings: Catalogue = {
  'settings.group-title': 'Affiliate programme',
  'settings.group-lead': 'What affiliates earn, for how long a click counts, and who may take part.',
  'settings.currency': 'Currency',
  'settings.currency-hint':
    'Three letters, such as EUR. Everything is counted in it; it stays as it is once there are commissions.',
  'settings.rate-type': 'Commissions are',
  'settings.rate-type-percentage': 'a share of the sale',
  'settings.rate-type-flat': 'a fixed amount',
  'settings.rate': 'Commission',
  'settings.rate-hint':
    'Percent of the sale, or the fixed amount. Affiliates, products and forms may have rates of their own.',
  'settings.subpartner-rate': 'Share for who brought an affiliate',
  'settings.subpartner-rate-hint': 'Percent of the commission of the affiliate that somebody brought; 0 for none.',
  'settings.subpartner-levels': 'Levels of partners who share',
  'settings.subpartner-levels-hint':
    '1 for whoever brought an affiliate here alone; with 2 or 3 those who brought them get the same part of that share.',
  'settings.cookie-days': 'Days for which a click counts',
  'settings.cookie-days-hint': 'Affiliates may have a number of their own.',
  'settings.attribution': 'Attribution',
  'settings.attribution-hint': 'Whose link counts when a visitor came by several.',
  'settings.attribution-first': 'First click',
  'settings.attribution-last': 'Last click',
  'settings.ref-parameter': 'Link parameter',
  'settings.ref-parameter-hint': 'URL parameter that carries the referral code, such as ref.',
  'settings.hold-days': 'Days until a commission is approved',
  'settings.hold-days-hint': 'So that sales can be returned before.',
  'settings.recurring-months': 'Months for which a customer who comes back pays again',
  'settings.recurring-months-hint': 'From the first sale on; 0 for the first sale alone.',
  'settings.auto-approve': 'Approve commissions immediately',
  'settings.auto-approve-hint': 'Those with a suspicion wait for somebody to look all the same.',
  'settings.approve-after-hold': 'Approve commissions after the hold period',
  'settings.approve-after-hold-hint': 'Otherwise somebody approves each of them. Those with a suspicion always wait.',
  'settings.minimum-payout': 'Smallest payout',
  'settings.minimum-payout-hint': 'Smaller balances are carried over to the next payout.',
  'settings.registration': 'Accept applications',
  'settings.registration-hint': 'If off, only administrators can add affiliates.',
  'settings.registration-approval': 'Review applications manually',
  'settings.registration-approval-hint': 'Otherwise who applies takes part at once.',
  'settings.allowed-hosts': 'Allowed link domains',
  'settings.allowed-hosts-hint':
    'One domain per line, such as shop.example.com. Links to this site are always allowed.',
  'settings.blocked-domains': 'Suspicious domains',
  'settings.blocked-domains-hint':
    'Email domains and referring sites, one per line. Conversions from them need a manual review.',
  'settings.notify-addresses': 'Who hears of applications and suspicions',
  'settings.notify-addresses-hint':
    'Addresses, one a line. Without any, the administrators of the site are written to.',
  'settings.currency-conversions': 'There are commissions in {currency} already: the currency stays as it is.',
  'settings.currency-rates': 'Flat rates and tiers use {currency}. Remove them before you change the currency.',
  'settings.currency-unknown': 'Write the three letters of a currency, such as EUR.',
  'settings.amount-decimals': 'Enter an amount with the number of decimals used by {currency}.',
  'settings.percent': 'Enter a number from 0 to 100 with up to two decimals.',
  'settings.host-invalid': 'Enter domains without https:// or a path, such as shop.example.com.',
};
