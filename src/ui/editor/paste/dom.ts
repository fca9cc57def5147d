/** Reads the style attribute of an element. Browsers drop `mso-…` from `element.style`, so the text is parsed here. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  return readDeclarations(element.getAttribute('style') ?? '');
}

export function readDeclarations(text: string): Map<string, string> {
  const styles = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      styles.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return styles;
}

/** Replaces an element by another tag with the same children. Moves nodes one by one: a spread of many exceeds the stack. */
export function renameElement(element: Element, tag: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(tag);
  moveChildren(element, renamed);
  element.replaceWith(renamed);
  return renamed;
}

export function moveChildren(from: Node, to: Node): void {
  for (let child = from.firstChild; child; child = from.firstChild) to.appendChild(child);
}

/** Returns the sibling before a node, other than white space and comments. */
export function siblingBefore(node: Node): Node | null {
  let before = node.previousSibling;
  while (before && (before.nodeType === 8 || (before.nodeType === 3 && !before.nodeValue?.trim())))
    before = before.previousSibling;
  return before;
}

export const textOf = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
