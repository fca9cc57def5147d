/** Escapes a text for a `like` pattern, so that `%`, `_` and `\` match only themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
