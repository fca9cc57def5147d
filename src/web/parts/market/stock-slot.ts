import type { ReactNode } from 'react';
import type { Slot } from '#client/slots.ts';

/** What charts need of a security and its newest quote; prices in fen. */
export type ChartedQuote = {
  code: string;
  name: string;
  at: string | null;
  last: number | null;
  previousClose: number | null;
  open: number | null;
  high: number | null;
  low: number | null;
  volume: number;
};

/** A section of the page of a security that belongs to another feature; shown if the security has a quote. */
export type StockSlot = Slot & {
  id: string;
  title: string;
  Content: (props: { quote: ChartedQuote }) => ReactNode;
};
