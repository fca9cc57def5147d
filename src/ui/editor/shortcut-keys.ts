const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const macSymbols: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
const otherNames: Readonly<Record<string, string>> = { Mod: 'Ctrl' };

/** Shows a shortcut of ProseMirror (`Mod-Shift-8`) as the writer's keyboard names it: Ctrl+Shift+8 or ⌘⇧8. */
export function showKeys(keys: string, onMac = isMac): string {
  const parts = keys.split('-').map((key) => (key.length === 1 ? key.toUpperCase() : key));
  return onMac
    ? parts.map((key) => macSymbols[key] ?? key).join('')
    : parts.map((key) => otherNames[key] ?? key).join('+');
}

/** The value of `aria-keyshortcuts`. */
export const ariaKeys = (keys: string, onMac = isMac): string =>
  keys
    .split('-')
    .map((key) => (key === 'Mod' ? (onMac ? 'Meta' : 'Control') : key.length === 1 ? key.toUpperCase() : key))
    .join('+');
