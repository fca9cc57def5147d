/** Identifies a note for the time of editing, whatever its number becomes. */
export const keyAttribute = 'data-note-key';

/** Not `crypto.randomUUID`, which pages without HTTPS lack. */
export const createNoteKey = (): string => Math.random().toString(36).slice(2, 12);
