import type { Strings } from '../templates/strings.js';

/** Names by what tells them apart, in an order in which the first that fits is right: most of them also say "Safari". */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\d[\d.]* (?:Mobile(?:\/\w+)? )?Safari\//],
  ['Internet Explorer', /\b(?:MSIE |Trident\/)/],
  ['curl', /^curl\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\biPhone\b|\biPod\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

/**
 * What people call the device behind a User-Agent header: "Firefox on Windows". Versions are left out: browsers no
 * longer tell those of systems, and nobody knows a device by them. The header is the client's own word.
 */
export function deviceName(userAgent: string, { text }: Pick<Strings, 'text'>): string {
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  if (browser !== undefined && system !== undefined) return text('device.name', { browser, system });
  return browser ?? system ?? text('device.unknown');
}
