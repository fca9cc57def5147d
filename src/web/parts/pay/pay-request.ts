import { create } from 'zustand';

export type PayRequest = {
  /** The post whose paywall the buyer came from, if any. */
  post?:
    | {
        id: string;
        title: string;
        /** The price for this buyer; null if the post is not sold on its own. */
        price: number | null;
        /**
         * What others pay: 普通价 for a VIP member, VIP 价 for everyone else; undefined if the price is the same for all.
         */
        priceNote?: string | undefined;
        columnId: string;
        isByVip: boolean;
      }
    | undefined;
  /** The column whose subscriptions are offered when there is no post. */
  columnId?: string | undefined;
  /** The kind that is chosen at first. */
  preselected: 'post' | 'vip' | 'column';
  /** The one choice that is chosen at first, if the buyer has already picked it: `plan:3`. */
  thing?: string | undefined;
  /** An existing order, to be paid now. */
  orderId?: string | undefined;
  /** The code that WeChat's browser returned with. */
  code?: string | undefined;
  /** A gateway led the buyer back, who may or may not have paid. */
  isReturning?: boolean | undefined;
  isGift?: boolean | undefined;
  /** Called once after payment, so that the page behind the pop-up can reload. */
  onPaid?: (() => void) | undefined;
};

/** The one purchase in progress; null if there is none. */
export const usePayRequest = create<{ request: PayRequest | null }>(() => ({ request: null }));

/** Opens the pay pop-up (docs/product.md §15) over the current page. */
export const openPayDialog = (request: PayRequest): void => usePayRequest.setState({ request });

export const closePayDialog = (): void => usePayRequest.setState({ request: null });
