/** Returns whether a text is a mainland mobile number. Accounts without one have a placeholder in its place. */
export const isMobile = (text: string): boolean => /^1\d{10}$/.test(text);

/** Masks a mobile number: `138****0001`; empty for the placeholder of an account without one. */
export const maskMobile = (text: string): string =>
  isMobile(text) ? `${text.slice(0, 3)}****${text.slice(-4)}` : '';
