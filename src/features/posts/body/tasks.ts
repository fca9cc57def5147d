/** Body tasks that pool.ts runs in worker threads: each takes and returns structured-cloneable values. */
import { linkStocksSync } from './link-stocks.ts';
import {
  type BodyInput,
  type ImageReplacements,
  type LinkReplacements,
  prepareBodySync,
  replaceImagesSync,
} from './prepare-body.ts';
import { toText } from './serialise.ts';
import { parseTree } from './tree.ts';
import { writeMailSync } from './write-mail.ts';
import { type WechatInput, type WechatText, writeWechatSync } from './write-wechat.ts';

export const prepareBody = (input: BodyInput) => prepareBodySync(input);

export const replaceImages = (input: {
  html: string;
  replacements: ImageReplacements;
  links: LinkReplacements;
}): string => replaceImagesSync(input.html, input.replacements, input.links);

export const linkStocks = (input: { html: string; names: ReadonlyMap<string, string> }): string =>
  linkStocksSync(input.html, input.names);

export const toPlainText = (input: { html: string }): string => toText(parseTree(input.html)).trimEnd();

export const writeMail = (input: { html: string; site: string }): string => writeMailSync(input);

export const writeWechat = (input: WechatInput): WechatText => writeWechatSync(input);
