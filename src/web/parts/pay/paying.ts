import { create } from 'zustand';

/** What somebody set out to buy. */
export type PayRequest = {
  /** The piece at whose wall they stand, where there is one. */
  piece?:
    | {
        id: string;
        title: string;
        /** What it costs the buyer; null where it is not sold alone. */
        price: number | null;
        /** What it costs others: 普通价 for a VIP, VIP 价 for the rest; undefined where all pay the same. */
        priceNote?: string | undefined;
        columnId: string;
        isByVip: boolean;
      }
    | undefined;
  /** Whose subscriptions are offered, without a piece. */
  columnId?: string | undefined;
  /** What is chosen beforehand. */
  first: 'post' | 'vip' | 'column';
  /** An order that was made before, to be paid now. */
  orderId?: string | undefined;
  /** What WeChat's own browser came back with. */
  code?: string | undefined;
  /** A gateway led the buyer back, who may have paid or not. */
  isBack?: boolean | undefined;
  isGift?: boolean | undefined;
  /** Once it is paid; the page that shows it looks again. */
  onPaid?: (() => void) | undefined;
};

/** The one purchase under way; null while nobody buys. */
export const usePaying = create<{ request: PayRequest | null }>(() => ({ request: null }));

/** Opens the pay pop-up (PRODUCT §5) over whatever is on screen. */
export const startPaying = (request: PayRequest): void => usePaying.setState({ request });

export const stopPaying = (): void => usePaying.setState({ request: null });
