/** What one unit of work costs, measured (measures/scaling.ts). Processor time in ms, memory and transfer in bytes. */
export type Cost = { webMs: number; databaseMs: number };
export type UnitCosts = {
  cachedPage: Cost;
  renderedPage: Cost;
  /** A call of a signed-in reader: the mean of a list and a detail. */
  call: Cost;
  search: Cost;
  comment: Cost;
  order: Cost;
  streamBytes: number;
  /** Scripts, styles and HTML of a first page, and the HTML of each further one, as sent. */
  firstVisitBytes: number;
  pageBytes: number;
};

/** What readers of a content portal do. A publisher replaces these by what the site's own statistics say. */
export const behaviour = {
  pagesPerReader: 6,
  /** Share of readers who come for the first time, or whose browser has forgotten the scripts. */
  firstVisits: 0.3,
  /** Share of a day's pages in its busiest hour, and the busiest minute over the mean of that hour. */
  busiestHour: 0.15,
  busiestMinute: 2,
  /** Share of pages that no cache holds: rarely read ones, and those after a change. */
  missed: 0.1,
  signedIn: 0.2,
  callsPerSignedInPage: 4,
  searchesPerReader: 0.3,
  commentsPerReader: 0.01,
  ordersPerReader: 0.002,
  minutesPerVisit: 8,
};

/** A machine of the size that small publishers rent: cores, memory for streams, and a line of 100 Mbit/s. */
export const machine = {
  cores: 2,
  /** Share of a core that is planned with; the rest is for peaks and the failure of another machine. */
  usedShare: 0.5,
  streamMemoryBytes: 512 * 1024 * 1024,
  lineBytesPerSecond: 100_000_000 / 8,
};

export type Plan = {
  pagesPerSecond: number;
  /** Cores that the busiest minute uses. */
  webCores: number;
  databaseCores: number;
  streams: number;
  bytesPerSecond: number;
  webMachines: number;
  databaseMachines: number;
  /** What is used up first when readers become more. */
  bottleneck: string;
};

/** Returns what the busiest minute of a day with this many readers needs. */
export function planFor(readers: number, costs: UnitCosts, habits = behaviour): Plan {
  const peak = (habits.busiestHour * habits.busiestMinute) / 3600;
  const visits = readers * peak;
  const pages = visits * habits.pagesPerReader;
  const load: [number, Cost][] = [
    [pages * (1 - habits.missed), costs.cachedPage],
    [pages * habits.missed, costs.renderedPage],
    [pages * habits.signedIn * habits.callsPerSignedInPage, costs.call],
    [visits * habits.searchesPerReader, costs.search],
    [visits * habits.commentsPerReader, costs.comment],
    [visits * habits.ordersPerReader, costs.order],
  ];
  const coresOf = (part: keyof Cost) =>
    load.reduce((sum, [rate, cost]) => sum + (rate * cost[part]) / 1000, 0);
  const plan = {
    pagesPerSecond: pages,
    webCores: coresOf('webMs'),
    databaseCores: coresOf('databaseMs'),
    streams: visits * habits.signedIn * habits.minutesPerVisit * 60,
    bytesPerSecond: visits * habits.firstVisits * costs.firstVisitBytes + pages * costs.pageBytes,
  };
  const usable = machine.cores * machine.usedShare;
  const shares: Record<string, number> = {
    'processor of the web machines': plan.webCores / usable,
    'processor of the database': plan.databaseCores / usable,
    'memory for event streams': (plan.streams * costs.streamBytes) / machine.streamMemoryBytes,
    'the line (a CDN takes it over)': plan.bytesPerSecond / machine.lineBytesPerSecond,
  };
  const [bottleneck = ''] = Object.entries(shares).reduce((most, one) => (one[1] > most[1] ? one : most));
  const atLeastOne = (share: number) => Math.max(1, Math.ceil(share));
  return {
    ...plan,
    webMachines: Math.max(
      atLeastOne(shares['processor of the web machines'] ?? 0),
      atLeastOne(shares['memory for event streams'] ?? 0),
    ),
    databaseMachines: atLeastOne(shares['processor of the database'] ?? 0),
    bottleneck,
  };
}
