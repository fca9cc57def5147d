/** Joins the truthy class names; returns undefined if there are none, so that React writes no empty attribute. */
export function classNames(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
