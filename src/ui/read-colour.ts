/**
 * Returns the current colour of a role (`text-3`, `rise`) as `rgb()`. Reads an element's `color`, because the custom
 * property itself may still contain both colours of `light-dark()`.
 */
export function readColour(role: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--c-${role})`;
  document.head.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
