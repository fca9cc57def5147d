import type { Context } from '../context.ts';
import type { Call, Origin } from './calls.ts';

export type RoutedCall<T> = {
  call: Pick<Call, 'method' | 'reads'>;
  ctx: Context;
  origin: Origin;
  /** Whether the client has an API key. */
  hasKey: boolean;
  run: (ctx: Context) => Promise<T>;
};

export type ReplicaFigures = { server: string; lagMs: number | null; isUsed: boolean };

/** Chooses the server for calls and for reads of pages, so that nobody sees the past. */
export type ReadRouter = {
  runCall<T>(routed: RoutedCall<T>): Promise<T>;
  /** The work may run twice, so it must not write. */
  runRead<T>(ctx: Context, work: (ctx: Context) => Promise<T> | T): Promise<T>;
  /** Called with every notification of a change, before anybody can read after it. */
  onChange(): void;
  /** Called by the process's listener. Changes may have been missed before. */
  setListening(isListening: boolean): void;
  onOtherPrimary(): void;
  figures(): ReplicaFigures[];
  close(): Promise<void>;
};
