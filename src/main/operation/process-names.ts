/**
 * The number of a process of this machine: 0 for the worker, 1 and up for the web processes. It remains when the
 * process is restarted, so that a scrape target stays the same process.
 */
export type ProcessNumber = number;

export const processNameOf = (number: ProcessNumber): string => (number === 0 ? 'worker' : `web-${number}`);
