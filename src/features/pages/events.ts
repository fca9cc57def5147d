/** An own page was published at the path `to`. `from`: its path before, if that was another one. */
export type PagePublished = { from: string | null; to: string };

declare module '#kernel/events.ts' {
  interface Events {
    'pages.published': PagePublished;
  }
}
