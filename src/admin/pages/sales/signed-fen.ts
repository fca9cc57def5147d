import { formatFen } from '#shared/money.ts';

/** Fen of a book, where below zero is owed or gone: `-¥18.50`. */
export const signedFen = (fen: number): string => (fen < 0 ? `-${formatFen(-fen)}` : formatFen(fen));
