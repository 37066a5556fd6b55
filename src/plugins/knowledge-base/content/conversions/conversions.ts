import {
  type ConvertedFormat,
  createConvertAside,
  diffLines,
  type LineDiff,
  type OwnedBlocks,
} from '../../../../blocks.js';
import type { ContentFormat } from '../../../../content.js';
import { HostError } from '../../../../index.js';
import type { Actor } from '../../domain/articles/actor.js';
import type { Article } from '../../domain/articles/article.js';
import type { Articles } from '../../domain/articles/articles.js';
import { cleanedFor } from '../../domain/articles/stored-html.js';
import { blocksInvalid } from '../../domain/errors.js';
import type { Rendering } from '../../domain/rendering/rendering.js';
import { metadata as markdownBlock } from '../blocks/markdown/metadata.js';

/** A text converted to another format. */
export interface Conversion {
  readonly from: ContentFormat;
  readonly to: ConvertedFormat;
  /** Converted text as it would be stored. */
  readonly content: string;
  /** Difference in source. */
  readonly diff: LineDiff;
  /** Difference in plain text. Empty if readers see the same words. */
  readonly textDiff: LineDiff;
}

/** Converts articles between formats. */
export interface Conversions {
  /**
   * Converts a text without saving, with the checks of a save.
   * @throws HostError 400 `vendor_kb_blocks_invalid`, 409 `vendor_kb_same_format`, 413 `vendor_kb_too_large`,
   *   `conversion_too_large`, 503 `conversion_stopped`
   */
  plan(
    source: Pick<Article, 'content' | 'contentFormat' | 'locale'>,
    to: ConvertedFormat,
    writer: Actor,
  ): Promise<Conversion>;
  /**
   * Saves the conversion as an ordinary version that can be restored, in one transaction.
   * @param expectedVersion the version the caller has seen; the converted version must be current in any case
   * @throws HostError as above, 412 `vendor_kb_version_conflict`, and what `assertMay` throws
   */
  convert(
    article: Article,
    to: ConvertedFormat,
    actor: Actor,
    expectedVersion?: number,
    assertMay?: (article: Article) => Promise<void>,
  ): Promise<{ readonly article: Article; readonly conversion: Conversion }>;
}

export function createConversions({
  articles,
  blocks,
  rendering,
}: {
  readonly articles: Pick<Articles, 'update'>;
  readonly blocks: Pick<OwnedBlocks, 'clean' | 'validate'>;
  readonly rendering: Pick<Rendering, 'labelsFor' | 'render'>;
}): Conversions {
  const convertText = createConvertAside();

  async function plan(
    { content, contentFormat: from, locale }: Parameters<Conversions['plan']>[0],
    to: ConvertedFormat,
    writer: Actor,
  ): Promise<Conversion> {
    if (from === to) throw sameFormat(to);
    const source = { content, contentFormat: from, locale };
    const before = (await rendering.render(source)).text;
    const labels = rendering.labelsFor(source);
    const converted = await convertText(content, { from, to, labels, markdownBlock: markdownBlock.name });
    const fault = to === 'blocks' ? blocks.validate(converted) : null;
    if (fault) throw blocksInvalid(fault);
    const stored = await cleanedFor(writer, to, converted, blocks);
    const after = (await rendering.render({ content: stored, contentFormat: to, locale })).text;
    return {
      from,
      to,
      content: stored,
      diff: await diffLines(content, stored, [from, to]),
      textDiff: await diffLines(spaced(before), spaced(after), [from, to]),
    };
  }

  return {
    plan,
    async convert(article, to, actor, expectedVersion = article.version, assertMay) {
      const conversion = await plan(article, to, actor);
      const input = { content: conversion.content, contentFormat: to };
      return { conversion, article: await articles.update(article.id, input, actor, expectedVersion, assertMay) };
    },
  };
}

/** Collapses white space, which readers do not see. */
function spaced(text: string): string {
  return text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n\s*/g, '\n');
}

function sameFormat(format: string): HostError {
  return new HostError('vendor_kb_same_format', `The text is already in the format "${format}".`, { status: 409 });
}
