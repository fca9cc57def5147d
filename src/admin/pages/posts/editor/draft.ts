import { CallError } from '#client/call-error.ts';
import type { Content, Saved } from '#features/posts/calls.ts';

/** How what is on screen stands to what the server has. Times are ISO 8601. */
export type Saving =
  | { is: 'saved'; at: string | null }
  | { is: 'changed' }
  | { is: 'saving' }
  /** No answer came; `isKept`: this browser keeps a copy. */
  | { is: 'offline'; isKept: boolean }
  | { is: 'refused'; message: string }
  /** Somebody else saved meanwhile: nothing is sent until a person has decided. */
  | { is: 'conflict'; message: string };

export type DraftState = { content: Content; version: number; saving: Saving };

export type Ports = {
  save: (sent: { base: number; content: Content; isAutosave: boolean }) => Promise<Saved>;
  /** Keeps a copy in this browser; says whether it could. */
  keep: (copy: { base: number; content: Content }) => boolean;
  forget: () => void;
};

export type Draft = {
  state: () => DraftState;
  subscribe: (listener: () => void) => () => void;
  change: (change: Partial<Content>) => void;
  /** Saves what is there; waits for a save that is under way. @returns whether the server has all of it now */
  save: (isAutosave?: boolean) => Promise<boolean>;
  /** Goes on from another version: after a restore, or when theirs was taken. */
  take: (version: number, content: Content) => void;
  /** What is here is `version` on the server now: publishing gives a piece that had none its first. */
  settleAt: (version: number) => void;
  /** Saves mine on top of `version`, which somebody else made. */
  overrule: (version: number) => Promise<boolean>;
  /** Keeps what is unsaved in this browser: the page is about to go. */
  keepNow: () => void;
  /** From here on it saves by itself; may follow a stop. */
  start: () => void;
  /** The desk was left: what is still told is sent at once, nothing is tried again. */
  stop: () => void;
};

/** From the last keystroke to the autosave, and between tries without a connection. */
const autosaveMs = 2_000;
const retryMs = 8_000;

/** A piece on the desk: what was changed is saved by itself, and is never lost to a bad line or to a colleague. */
export function createDraft(start: { version: number; content: Content }, ports: Ports): Draft {
  let state: DraftState = { ...start, saving: { is: 'saved', at: null } };
  let saved = start.content;
  let underWay: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const listeners = new Set<() => void>();

  function set(change: Partial<DraftState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function saveLater(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void save(true), ms);
  }

  const isChanged = () => state.content !== saved;
  const keep = () => ports.keep({ base: state.version, content: state.content });

  function change(made: Partial<Content>): void {
    const isConflict = state.saving.is === 'conflict';
    set({ content: { ...state.content, ...made }, ...(!isConflict && { saving: { is: 'changed' } }) });
    if (isStopped) void save(true);
    else if (!isConflict) saveLater(autosaveMs);
  }

  async function save(isAutosave = false): Promise<boolean> {
    clearTimeout(timer);
    if (state.saving.is === 'conflict') return false;
    while (underWay) await underWay;
    if (!isChanged()) return state.saving.is === 'saved';
    underWay = send(isAutosave).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function send(isAutosave: boolean): Promise<boolean> {
    const { content, version } = state;
    set({ saving: { is: 'saving' } });
    try {
      const { version: made, savedAt } = await ports.save({ base: version, content, isAutosave });
      saved = content;
      const isAll = !isChanged();
      set({ version: made, saving: isAll ? { is: 'saved', at: savedAt } : { is: 'changed' } });
      if (isAll) ports.forget();
      else saveLater(autosaveMs);
      return isAll;
    } catch (error) {
      set({ saving: judge(error) });
      if (state.saving.is === 'offline') saveLater(retryMs);
      return false;
    }
  }

  function judge(error: unknown): Saving {
    const isKept = keep();
    if (!(error instanceof CallError)) throw error;
    const { failure, message, status, code } = error;
    if (status === 409 || code === 409) return { is: 'conflict', message };
    return failure === 'refused' ? { is: 'refused', message } : { is: 'offline', isKept };
  }

  function take(version: number, content: Content): void {
    clearTimeout(timer);
    saved = content;
    set({ version, content, saving: { is: 'saved', at: null } });
    ports.forget();
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    save,
    take,
    settleAt: (version) => set({ version }),
    overrule: (version) => {
      set({ version, saving: { is: 'changed' } });
      return save();
    },
    keepNow: () => {
      if (isChanged()) keep();
    },
    start: () => {
      isStopped = false;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
