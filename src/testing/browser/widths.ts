/** The two viewport widths in px that every page is designed for. */
export const widths = [1440, 360] as const;
