/** Unusually many failed logins, locked accounts or refused calls. */
export type SecurityBurst = {
  /** The number of each kind, the kind in Chinese. */
  counts: readonly { label: string; count: number }[];
  minutes: number;
};

declare module '#kernel/events.ts' {
  interface Events {
    'security.burst': SecurityBurst;
  }
}
