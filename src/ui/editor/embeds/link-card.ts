/** What the server found out about a page. `url` is the page's own address if it names a video, else the one asked for. */
export type LinkCard = {
  url: string;
  title: string;
  description: string;
  site: string;
  /** A copy in the portal's storage. */
  picture: { address: string; width: number | null; height: number | null } | null;
};
