import { decodeHTML } from 'entities';
import type { BrowserSession } from './browser-session.js';
import type { HttpAnswer, HttpClient } from './http-client.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Posts a form. An array is sent as several checked boxes. */
export function postForm(
  send: HttpClient,
  path: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return send('POST', path, { raw: new URLSearchParams(pairs).toString(), headers: { ...FORM, ...headers } });
}

/** Returns the hidden fields of the form with this action. */
export async function formOf(browser: BrowserSession, path: string, action: string): Promise<Record<string, string>> {
  const { text } = await browser.send('GET', path);
  const form = text.split('<form').find((part) => part.includes(`name="_action" value="${action}"`)) ?? '';
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decodeHTML(value)]));
}
