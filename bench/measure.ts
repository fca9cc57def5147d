import type { Load } from './load.ts';
import type { Portal, Running } from './portal.ts';
import type { Line } from './report.ts';

export type MeasureArguments = {
  portal: Portal;
  /** The portal's processes with default settings. */
  running: Running;
  load: Load;
  /** Number of rounds in which the contenders take turns. */
  rounds: number;
  /** How long the traffic of the measure of memory lasts. */
  minutes: number;
  log: (line: string) => void;
};

/** Measures one thing and returns its results. It stops the processes that it starts. */
export type Measure = (args: MeasureArguments) => Promise<Line[]>;

/**
 * A measurement that starts the portal's processes itself, so that no others share the machine or its notifications.
 */
export type StandaloneMeasure = (args: Omit<MeasureArguments, 'running'>) => Promise<Line[]>;
