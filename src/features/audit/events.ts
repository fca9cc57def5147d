/** Log-ins failed, accounts were locked or calls refused unusually often. */
export type SecurityBurst = {
  /** How many of each kind, the kind in Chinese. */
  counts: readonly { label: string; count: number }[];
  minutes: number;
};

declare module '#kernel/events.ts' {
  interface Events {
    'security.burst': SecurityBurst;
  }
}
