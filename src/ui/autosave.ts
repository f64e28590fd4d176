import { useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '#shared/errors.ts';
import { readStoredText, storeText } from './stored-text.ts';

/** The save state of a text as shown to its writer. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number | undefined }
  | { readonly kind: 'pending' }
  | { readonly kind: 'saving' }
  /** The server can't be reached; a local draft is kept and saving is retried. */
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'signed_out' }
  /** Not saved until the writer fixes the errors. */
  | { readonly kind: 'invalid'; readonly message: string; readonly fields: Readonly<Record<string, string>> }
  /** Saved elsewhere since; not overwritten unless the writer confirms. */
  | { readonly kind: 'conflict' };

/** An unsaved local draft. */
export interface RecoveredDraft<Content> {
  readonly content: Content;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface AutosaveSnapshot<Content> {
  readonly content: Content;
  /** The version that the content is based on. */
  readonly version: number;
  readonly state: SaveState;
  /** A local draft based on an older version, to use or discard. */
  readonly recoveredDraft: RecoveredDraft<Content> | undefined;
  /** When the automatically restored draft was written, in milliseconds since 1970. */
  readonly recoveredVersion: number | undefined;
}

interface AutosaveOptions<Content> {
  /** Storage key of the local draft; changes when a new text is first saved. */
  readonly key: () => string;
  readonly content: Content;
  readonly version: number;
  /** Saves over a version and returns the next one. Throws ApiError. */
  readonly save: (content: Content, version: number) => Promise<number>;
  /** Loads the saved content with its version. Throws ApiError. */
  readonly load: () => Promise<{ readonly content: Content; readonly version: number }>;
  /** Reads the content of a local draft, which may be from an older version of the page. */
  readonly readStored?: (stored: Content) => Content;
}

/** Milliseconds: idle time before a save, and the maximum delay after the first unsaved change. */
const IDLE_DELAY = 1500;
const MAX_DELAY = 8000;
/** Milliseconds until a local draft is stored, and between retries while the server can't be reached. */
const DRAFT_DELAY = 300;
const RETRY_DELAYS = [2000, 4000, 8000, 15_000, 30_000];

/**
 * Saves content while it is edited, one save at a time, with optimistic locking. Keeps a local draft until saved, so
 * neither a closed tab nor a lost connection loses text.
 */
export class Autosave<Content extends object> {
  private readonly options: AutosaveOptions<Content>;
  private snapshot: AutosaveSnapshot<Content>;
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private firstUnsaved: number | undefined;
  private failures = 0;
  /** What was sent over the current version without a response; the server may have saved it. */
  private unanswered: Content[] = [];

  constructor(options: AutosaveOptions<Content>) {
    this.options = options;
    const { content, version } = options;
    this.snapshot = {
      content,
      version,
      state: { kind: 'saved', at: undefined },
      recoveredDraft: undefined,
      recoveredVersion: undefined,
    };
  }

  /** Looks for a local draft. */
  start(): void {
    const recoveredDraft = this.readDraft();
    if (!recoveredDraft) return;
    if (JSON.stringify(recoveredDraft.content) === JSON.stringify(this.snapshot.content)) return this.deleteDraft();
    if (recoveredDraft.version !== this.snapshot.version) return this.set({ recoveredDraft });
    this.set({ recoveredVersion: recoveredDraft.at });
    this.change(recoveredDraft.content);
    return undefined;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): AutosaveSnapshot<Content> => this.snapshot;

  /** Whether there are unsaved changes. */
  get unsaved(): boolean {
    return this.firstUnsaved !== undefined;
  }

  /** Changes fields of the content and schedules a save; ignored if nothing differs. */
  change(patch: Partial<Content>): void {
    const { content } = this.snapshot;
    const differs = (key: keyof Content) => patch[key] !== content[key];
    if (!(Object.keys(patch) as (keyof Content)[]).some(differs)) return;
    this.set({ content: { ...content, ...patch } });
    this.firstUnsaved ??= Date.now();
    this.scheduleDraft();
    if (this.snapshot.state.kind === 'conflict') return;
    if (this.snapshot.state.kind !== 'saving') this.set({ state: { kind: 'pending' } });
    this.scheduleSave(Math.min(IDLE_DELAY, Math.max(0, this.firstUnsaved + MAX_DELAY - Date.now())));
  }

  /** Saves pending changes immediately. Returns whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    await this.running;
    if (this.unsaved && this.snapshot.state.kind !== 'conflict') await this.saveNow();
    return !this.unsaved;
  }

  /** Replaces the content with the server's, such as after restoring a revision. */
  replace(content: Content, version: number): void {
    clearTimeout(this.timer);
    this.unanswered = [];
    this.markSaved();
    this.set({ content, version, state: { kind: 'saved', at: Date.now() }, recoveredVersion: undefined });
  }

  /** Sets the version after a change that doesn't affect the content. */
  setBaseVersion(version: number): void {
    this.set({ version });
  }

  /** Overwrites a version that was saved elsewhere; that version stays among the revisions. */
  async overwrite(version: number): Promise<boolean> {
    this.set({ version, state: { kind: 'pending' } });
    return this.flush();
  }

  /** Restores the local draft. */
  restoreDraft(): void {
    const { recoveredDraft } = this.snapshot;
    if (!recoveredDraft) return;
    this.set({ recoveredDraft: undefined });
    this.change(recoveredDraft.content);
  }

  /** Discards the local draft. */
  discardDraft(): void {
    this.set({ recoveredDraft: undefined });
    this.deleteDraft();
  }

  /** Stops saving; unsaved changes stay as a local draft. */
  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.draftTimer);
    if (this.unsaved) this.storeDraft();
  }

  private readDraft(): RecoveredDraft<Content> | undefined {
    const text = readStoredText(this.options.key());
    if (!text) return undefined;
    try {
      const draft = JSON.parse(text) as RecoveredDraft<Content>;
      return { ...draft, content: this.options.readStored?.(draft.content) ?? draft.content };
    } catch {
      return undefined;
    }
  }

  private scheduleDraft(): void {
    this.draftTimer ??= setTimeout(() => this.storeDraft(), DRAFT_DELAY);
  }

  private storeDraft(): void {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    const { content, version, recoveredDraft } = this.snapshot;
    // Don't overwrite an older draft before the writer decides on it.
    if (!this.unsaved || recoveredDraft) return;
    storeText(this.options.key(), JSON.stringify({ content, version, at: Date.now() }));
  }

  private deleteDraft(key = this.options.key()): void {
    storeText(key, '');
  }

  private scheduleSave(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.saveNow(), milliseconds);
  }

  private async saveNow(): Promise<void> {
    if (this.running) {
      await this.running;
      if (!this.unsaved || this.snapshot.state.kind === 'conflict') return;
    }
    this.running = this.saveOnce();
    await this.running;
  }

  private async saveOnce(): Promise<void> {
    clearTimeout(this.timer);
    const { content, version } = this.snapshot;
    const key = this.options.key();
    this.set({ state: { kind: 'saving' } });
    try {
      const next = await this.options.save(content, version);
      if (this.options.key() !== key) this.deleteDraft(key);
      this.failures = 0;
      this.unanswered = [];
      const hasChanged = this.snapshot.content !== content;
      this.set({ version: next });
      if (hasChanged) {
        this.firstUnsaved = Date.now();
        this.set({ state: { kind: 'pending' } });
        this.scheduleSave(IDLE_DELAY);
      } else {
        this.markSaved();
        this.set({ state: { kind: 'saved', at: Date.now() } });
      }
    } catch (error) {
      try {
        if (await this.continueLostSave(error)) await this.saveOnce();
        else this.fail(error, content);
      } catch (loadError) {
        this.fail(loadError);
      }
    } finally {
      this.running = undefined;
    }
  }

  /**
   * Continues from the saved version if a conflict is with an own save whose response was lost. Returns whether it is.
   * Throws ApiError.
   */
  private async continueLostSave(error: unknown): Promise<boolean> {
    if (!ApiError.is(error) || error.status !== 409 || this.unanswered.length === 0) return false;
    const latest = await this.options.load();
    const isOwn = this.unanswered.some(sent => toComparable(sent) === toComparable(latest.content));
    if (!isOwn || latest.version !== this.snapshot.version + 1) return false;
    this.unanswered = [];
    this.set({ version: latest.version });
    return true;
  }

  private markSaved(): void {
    this.firstUnsaved = undefined;
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    if (!this.snapshot.recoveredDraft) this.deleteDraft();
  }

  private fail(error: unknown, sent?: Content): void {
    this.storeDraft();
    const status = ApiError.is(error) ? error.status : 'FETCH_ERROR';
    const message = ApiError.is(error) ? error.message : 'Something went wrong.';
    if (status === 409) return this.set({ state: { kind: 'conflict' } });
    if (status === 401) return this.set({ state: { kind: 'signed_out' } });
    if (typeof status === 'number' && status < 500 && status !== 429) {
      const fields = (ApiError.is(error) && error.data?.error.fields) || {};
      return this.set({ state: { kind: 'invalid', message, fields } });
    }
    if (sent) this.unanswered.push(sent);
    this.set({ state: { kind: 'offline', message } });
    this.scheduleSave(RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)] ?? MAX_DELAY);
    this.failures += 1;
    return undefined;
  }

  private set(changes: Partial<AutosaveSnapshot<Content>>): void {
    this.snapshot = { ...this.snapshot, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/** Returns JSON with sorted keys, because the database returns them in another order. */
function toComparable(content: object): string {
  return JSON.stringify(content, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** Returns the autosave's snapshot. Saves when the page is hidden and when the connection is back. */
export function useAutosave<Content extends object>(autosave: Autosave<Content>): AutosaveSnapshot<Content> {
  useEffect(() => {
    const saveNow = () => void autosave.flush();
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveNow();
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.unsaved) event.preventDefault();
    };
    autosave.start();
    addEventListener('online', saveNow);
    addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      removeEventListener('online', saveNow);
      removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      saveNow();
      autosave.stop();
    };
  }, [autosave]);
  return useSyncExternalStore(autosave.subscribe, autosave.getSnapshot, autosave.getSnapshot);
}

/** Returns the errors of the fields that haven't changed since. */
export function omitChanged<Content extends object>(
  errors: Readonly<Record<string, string>>,
  before: Content,
  after: Content,
): Record<string, string> {
  const isUnchanged = (name: string) => before[name as keyof Content] === after[name as keyof Content];
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isUnchanged(name)));
}
