import { SaxesParser, type SaxesTagNS } from 'saxes';

/**
 * `none`: no SVG; `active`: with programs or references to anything outside of the file; `damaged`: not well-formed XML.
 */
export type SvgVerdict = 'none' | 'active' | 'damaged' | 'still';

const activeElements = new Set(['script', 'foreignobject', 'iframe', 'handler', 'listener']);
const maxDepth = 200;
/** A reference within the file, or a picture in it. */
const innerReference = /^\s*(?:#|data:image\/(?:png|jpeg);)/i;
/** An address in a style that does not lead to an element of the file. */
const outerAddress = /url\(\s*["']?(?!["']?#)|@import/i;

/** Tells whether a file is an SVG that may be drawn. Takes a time that grows with the file's length, not faster. */
export function judgeSvg(bytes: Buffer): SvgVerdict {
  // The parser reads a whole file of another kind before it knows.
  if (!bytes.subarray(0, 4096).includes('<svg')) return 'none';
  const parser = new SaxesParser({ xmlns: true });
  let root: string | undefined;
  let isActive = false;
  let hasOwnEntities = false;
  let depth = 0;
  let style = '';
  parser.on('doctype', (text) => {
    hasOwnEntities = text.includes('[');
  });
  parser.on('opentag', (tag) => {
    root ??= tag.local;
    isActive ||= isActiveTag(tag);
    depth += 1;
    // For each element the parser looks through those around it.
    if (depth > maxDepth) throw new Error('too deep');
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  const collectStyle = (text: string) => {
    style += text;
  };
  parser.on('text', collectStyle);
  parser.on('cdata', collectStyle);
  parser.on('error', (error) => {
    throw error;
  });
  let isDamaged = false;
  try {
    parser.write(bytes.toString('utf8')).close();
  } catch {
    isDamaged = true;
  }
  if (root !== 'svg' || hasOwnEntities) return 'none';
  if (isActive || outerAddress.test(style)) return 'active';
  return isDamaged ? 'damaged' : 'still';
}

function isActiveTag({ local, attributes }: SaxesTagNS): boolean {
  if (activeElements.has(local.toLowerCase())) return true;
  return Object.values(attributes).some(({ local: name, value }) => {
    if (/^on/i.test(name) || /javascript:/i.test(value) || outerAddress.test(value)) return true;
    return name.toLowerCase() === 'href' && !innerReference.test(value);
  });
}
