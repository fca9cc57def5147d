/**
 * The events of all features. A feature adds its own in `events.ts` by declaration merging:
 * `declare module '#kernel/events.ts' { interface Events { 'posts.changed': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Events {}
