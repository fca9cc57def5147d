import { CallError } from './call-error.ts';

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

export type DraftState<C> = { content: C; version: number; saving: Saving };

/** What is sent of a draft: `base` is the version it was written on. */
export type Sent<C> = { base: number; content: C; isAutosave: boolean };
/** What the server made of it. */
export type Kept = { version: number; savedAt: string };

export type Ports<C> = {
  save: (sent: Sent<C>) => Promise<Kept>;
  /** Keeps a copy in this browser; says whether it could. */
  keep: (copy: { base: number; content: C }) => boolean;
  forget: () => void;
};

export type Draft<C> = {
  state: () => DraftState<C>;
  subscribe: (listener: () => void) => () => void;
  change: (change: Partial<C>) => void;
  /** Saves what is there; waits for a save that is under way. @returns whether the server has all of it now */
  save: (isAutosave?: boolean) => Promise<boolean>;
  /** Goes on from another version: after a restore, or when theirs was taken. */
  take: (version: number, content: C) => void;
  /** What is here is `version` on the server now: publishing gives a piece that had none its first. */
  settleAt: (version: number) => void;
  /** Saves mine on top of `version`, which somebody else made. */
  overrule: (version: number) => Promise<boolean>;
  /** Keeps what is unsaved in this browser: the page is about to go. */
  keepNow: () => void;
  /** From here on it saves by itself; may follow a stop. */
  start: () => void;
  /** The screen was left: what is still told is sent at once, nothing is tried again. */
  stop: () => void;
};

/** From the last keystroke to the autosave, and between tries without a connection. */
const autosaveMs = 2_000;
const retryMs = 8_000;

/** A piece being written: what was changed is saved by itself, and is never lost to a bad line or to a colleague. */
export function createDraft<C extends object>(
  start: { version: number; content: C },
  ports: Ports<C>,
): Draft<C> {
  let state: DraftState<C> = {
    version: start.version,
    content: start.content,
    saving: { is: 'saved', at: null },
  };
  let saved = start.content;
  let underWay: Promise<boolean> | undefined;
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
  const keep = () => ports.keep({ base: state.version, content: state.content });

  function change(made: Partial<C>): void {
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

  function take(version: number, content: C): void {
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

/** How a draft stands, in words, and whether the person should look. */
export function sayingOf(saving: Saving): { words: string; isBad: boolean } {
  switch (saving.is) {
    case 'saved':
      return { words: saving.at ? `已保存 ${saving.at.slice(11, 16)}` : '已保存', isBad: false };
    case 'changed':
      return { words: '有改动，稍后自动保存', isBad: false };
    case 'saving':
      return { words: '正在保存 …', isBad: false };
    case 'offline':
      return { words: saving.isKept ? '离线，已存在本机' : '离线，请不要关闭这一页', isBad: true };
    case 'refused':
      return { words: `没有保存：${saving.message}`, isBad: true };
    case 'conflict':
      return { words: '别处刚保存过，请先对照', isBad: true };
  }
}
