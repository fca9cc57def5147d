import type { Slot } from '#client/slots.ts';
import type { useDataCount } from '#client/stores.ts';
import type { IconName } from '#ui/icon.tsx';

type Counts = ReturnType<typeof useDataCount.getState>;

/** An entry of the personal center. */
export type PersonalSlot = Slot & {
  label: string;
  href: string;
  icon: IconName;
  /** Other paths that belong to the entry. */
  paths?: readonly string[];
  countUnread?: (counts: Counts) => number;
  /** Number of items that need the member's action. */
  countWaiting?: (counts: Counts) => number;
};
