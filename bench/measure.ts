import type { Load } from './load.ts';
import type { Portal, Running } from './portal.ts';
import type { Line } from './report.ts';

export type MeasureArguments = {
  portal: Portal;
  /** The portal's processes, with the settings it has by default. */
  running: Running;
  load: Load;
  /** How often contenders take their turns. */
  rounds: number;
  log: (line: string) => void;
};

/** Measures one thing and says what came of it; what it starts it stops. */
export type Measure = (args: MeasureArguments) => Promise<Line[]>;

/** One that starts the portal's processes itself: nobody else's share the machine, and none hears what they announce. */
export type LoneMeasure = (args: Omit<MeasureArguments, 'running'>) => Promise<Line[]>;
