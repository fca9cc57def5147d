/** The two widths that every page is designed at, in px. */
export const widths = [1440, 360] as const;
