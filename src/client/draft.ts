import { CallError } from './call-error.ts';

/** How the text on screen relates to the server's. Times are ISO 8601. */
export type SaveState =
  | { status: 'saved'; at: string | null }
  | { status: 'changed' }
  | { status: 'saving' }
  /** The server did not answer; `isCopySaved`: this browser has saved a copy. */
  | { status: 'offline'; isCopySaved: boolean }
  | { status: 'refused'; message: string }
  /** Another person has saved meanwhile: nothing is sent until a person decides. */
  | { status: 'conflict'; message: string };

export type DraftState<C> = { content: C; version: number; saveState: SaveState };

/** What is sent of a draft: `base` is the version it was written on. */
export type SaveInput<C> = { base: number; content: C; isAutosave: boolean };
export type SavedVersion = { version: number; savedAt: string };

export type Ports<C> = {
  save: (sent: SaveInput<C>) => Promise<SavedVersion>;
  /** Saves a copy in this browser; returns whether that worked. */
  saveCopy: (copy: { base: number; content: C }) => boolean;
  deleteCopy: () => void;
};

export type Draft<C> = {
  state: () => DraftState<C>;
  subscribe: (listener: () => void) => () => void;
  change: (change: Partial<C>) => void;
  /**
   * Saves all changes, after a save that is already running.
   * @returns whether the server has all of them now
   */
  save: (isAutosave?: boolean) => Promise<boolean>;
  /** Continues from another version, after a restore or after the other version was chosen in a conflict. */
  replace: (version: number, content: C) => void;
  /** Sets the server's version of the current content: publishing gives a post without a version its first. */
  setVersion: (version: number) => void;
  /** Saves this content on top of `version`, which another person created. */
  overwrite: (version: number) => Promise<boolean>;
  /** Saves unsaved changes in this browser, because the page is about to close. */
  saveCopyNow: () => void;
  /** Enables autosave; may follow `stop`. */
  start: () => void;
  /** Ends autosave when the screen is left: later changes are sent at once, and nothing is retried. */
  stop: () => void;
};

/** The delay from the last keystroke to the autosave, and between attempts without a connection. */
const autosaveMs = 2_000;
const retryMs = 8_000;

/**
 * Creates a draft that saves itself. No change is lost to a failed connection or to a concurrent save (optimistic
 * concurrency control by version).
 */
export function createDraft<C extends object>(
  initial: { version: number; content: C },
  ports: Ports<C>,
): Draft<C> {
  let state: DraftState<C> = {
    version: initial.version,
    content: initial.content,
    saveState: { status: 'saved', at: null },
  };
  let saved = initial.content;
  let pendingSave: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const listeners = new Set<() => void>();

  function set(change: Partial<DraftState<C>>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function saveLater(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void save(true), ms);
  }

  const isChanged = () => state.content !== saved;
  const saveCopy = () => ports.saveCopy({ base: state.version, content: state.content });

  function change(update: Partial<C>): void {
    const isConflict = state.saveState.status === 'conflict';
    set({
      content: { ...state.content, ...update },
      ...(!isConflict && { saveState: { status: 'changed' } }),
    });
    if (isStopped) void save(true);
    else if (!isConflict) saveLater(autosaveMs);
  }

  async function save(isAutosave = false): Promise<boolean> {
    clearTimeout(timer);
    if (state.saveState.status === 'conflict') return false;
    while (pendingSave) await pendingSave;
    if (!isChanged()) return state.saveState.status === 'saved';
    pendingSave = send(isAutosave).finally(() => {
      pendingSave = undefined;
    });
    return pendingSave;
  }

  async function send(isAutosave: boolean): Promise<boolean> {
    const { content, version } = state;
    set({ saveState: { status: 'saving' } });
    try {
      const { version: newVersion, savedAt } = await ports.save({ base: version, content, isAutosave });
      saved = content;
      const isComplete = !isChanged();
      set({
        version: newVersion,
        saveState: isComplete ? { status: 'saved', at: savedAt } : { status: 'changed' },
      });
      if (isComplete) ports.deleteCopy();
      else saveLater(autosaveMs);
      return isComplete;
    } catch (error) {
      set({ saveState: toSaveState(error) });
      if (state.saveState.status === 'offline') saveLater(retryMs);
      return false;
    }
  }

  function toSaveState(error: unknown): SaveState {
    const isCopySaved = saveCopy();
    if (!(error instanceof CallError)) throw error;
    const { failure, message, status, code } = error;
    if (status === 409 || code === 409) return { status: 'conflict', message };
    return failure === 'refused' ? { status: 'refused', message } : { status: 'offline', isCopySaved };
  }

  function replace(version: number, content: C): void {
    clearTimeout(timer);
    saved = content;
    set({ version, content, saveState: { status: 'saved', at: null } });
    ports.deleteCopy();
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    save,
    replace,
    setVersion: (version) => set({ version }),
    overwrite: (version) => {
      set({ version, saveState: { status: 'changed' } });
      return save();
    },
    saveCopyNow: () => {
      if (isChanged()) saveCopy();
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

/** Returns a text for the state of a draft, and whether it needs attention. */
export function describeSaveState(saveState: SaveState): { text: string; isError: boolean } {
  switch (saveState.status) {
    case 'saved':
      return { text: saveState.at ? `已保存 ${saveState.at.slice(11, 16)}` : '已保存', isError: false };
    case 'changed':
      return { text: '有改动，稍后自动保存', isError: false };
    case 'saving':
      return { text: '正在保存 …', isError: false };
    case 'offline':
      return { text: saveState.isCopySaved ? '离线，已存在本机' : '离线，请不要关闭这一页', isError: true };
    case 'refused':
      return { text: `没有保存：${saveState.message}`, isError: true };
    case 'conflict':
      return { text: '别处刚保存过，请先对照', isError: true };
  }
}
