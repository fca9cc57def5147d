/**
 * The colour of a role (`text-3`, `rise`) as the page is painted now, as `rgb()`. Read from an element's `color`, since
 * the custom property itself may still hold both colours of `light-dark()`.
 */
export function readColour(role: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--c-${role})`;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
