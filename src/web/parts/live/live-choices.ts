import { type LiveNewsChoices, readStored, useStored, writeStored } from '#client/storage.ts';

const none: LiveNewsChoices = {};

/** Returns what the reader has chosen for live news in this browser. */
export const useLiveChoices = (): LiveNewsChoices => useStored('liveNews') ?? none;

export function changeLiveChoices(changes: LiveNewsChoices): void {
  writeStored('liveNews', { ...readStored('liveNews'), ...changes });
}
