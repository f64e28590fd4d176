import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { Autosave } from './autosave.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

function openStorage(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** Opens a fake server that stores saves and fails as instructed. */
function openSite() {
  const saves: { content: Words; version: number }[] = [];
  const answers: (Error | Promise<number>)[] = [];
  const save = async (content: Words, version: number) => {
    saves.push({ content, version });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? version + 1;
  };
  const load = async () => {
    const [last] = saves;
    if (!last) throw new Error('Nothing was saved.');
    return { content: { text: last.content.text, title: last.content.title }, version: last.version + 1 };
  };
  return { saves, answers, save, load };
}

/** The keys of the text, oldest first. */
let names = ['post-7'];

const begin = (storage = openStorage(), site = openSite(), version = 1) => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('localStorage', storage);
  const autosave = new Autosave<Words>({
    key: () => names.at(-1) ?? '',
    content: { title: 'One', text: '' },
    version,
    save: site.save,
    load: site.load,
  });
  autosave.start();
  return { autosave, storage, site, state: () => autosave.getSnapshot().state.kind };
};

beforeEach(() => {
  names = ['post-7'];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('saving', () => {
  it('saves once when the writer pauses', async () => {
    const { autosave, site, state, storage } = begin();
    for (const text of ['a', 'ab', 'abc']) {
      autosave.change({ text });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(site.saves).toEqual([]);
    expect(state()).toBe('pending');
    expect(storage.stored.get('post-7')).toContain('abc');
    await vi.advanceTimersByTimeAsync(500);
    expect(site.saves).toEqual([{ content: { title: 'One', text: 'abc' }, version: 1 }]);
    expect(state()).toBe('saved');
    expect(storage.stored.size).toBe(0);
  });

  it('saves every eight seconds without a pause', async () => {
    const { autosave, site } = begin();
    for (let second = 0; second < 20; second++) {
      autosave.change({ text: 'x'.repeat(second + 1) });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(site.saves.length).toBeGreaterThanOrEqual(2);
    expect(site.saves.map(({ version }) => version)).toEqual(site.saves.map((_, index) => index + 1));
  });

  it('saves text typed during a save afterwards, over the new version', async () => {
    const { autosave, site, state } = begin();
    const { promise, resolve } = Promise.withResolvers<number>();
    site.answers.push(promise);
    autosave.change({ text: 'first' });
    await vi.advanceTimersByTimeAsync(1500);
    autosave.change({ text: 'second' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(site.saves).toHaveLength(1);
    resolve(2);
    await vi.advanceTimersByTimeAsync(1500);
    expect(site.saves.at(-1)).toEqual({ content: { title: 'One', text: 'second' }, version: 2 });
    expect(state()).toBe('saved');
  });

  it('saves immediately on flush', async () => {
    const { autosave, site } = begin();
    autosave.change({ text: 'now' });
    expect(await autosave.flush()).toBe(true);
    expect(await autosave.flush()).toBe(true);
    expect(site.saves).toHaveLength(1);
  });
});

describe('failures', () => {
  it('retries without a connection until it works, and keeps a local draft', async () => {
    const { autosave, site, state, storage } = begin();
    site.answers.push(new ApiError('FETCH_ERROR', 'Offline.'), new ApiError(503, 'Away.'));
    autosave.change({ text: 'kept' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(state()).toBe('offline');
    expect(storage.stored.get('post-7')).toContain('kept');
    await vi.advanceTimersByTimeAsync(2000);
    expect(state()).toBe('offline');
    await vi.advanceTimersByTimeAsync(4000);
    expect(state()).toBe('saved');
    expect(storage.stored.size).toBe(0);
  });

  it('stops after a conflicting save and overwrites only on request', async () => {
    const { autosave, site, state } = begin();
    site.answers.push(new ApiError(409, 'Overtaken.'));
    autosave.change({ text: 'mine' });
    await vi.advanceTimersByTimeAsync(1500);
    autosave.change({ text: 'mine, more' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await autosave.flush()).toBe(false);
    expect(site.saves).toHaveLength(1);
    expect(state()).toBe('conflict');
    expect(await autosave.overwrite(5)).toBe(true);
    expect(site.saves.at(-1)).toEqual({ content: { title: 'One', text: 'mine, more' }, version: 5 });
  });

  it('continues after a save whose response was lost', async () => {
    const { autosave, site, state } = begin();
    site.answers.push(new ApiError('FETCH_ERROR', 'Lost.'), new ApiError(409, 'Saved.'));
    autosave.change({ text: 'mine' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(state()).toBe('offline');
    autosave.change({ text: 'mine, more' });
    expect(await autosave.flush()).toBe(true);
    expect(site.saves.at(-1)).toEqual({ content: { title: 'One', text: 'mine, more' }, version: 2 });
    expect(state()).toBe('saved');
  });

  it('reports a conflict if something else was saved after a lost request', async () => {
    const { autosave, site, state } = begin();
    site.saves.push({ content: { title: 'Theirs', text: '' }, version: 1 });
    site.answers.push(new ApiError('FETCH_ERROR', 'Lost.'), new ApiError(409, 'Overtaken.'));
    autosave.change({ text: 'mine' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(await autosave.flush()).toBe(false);
    expect(state()).toBe('conflict');
  });

  it('reports invalid fields and saves once they are fixed', async () => {
    const { autosave, site } = begin();
    const fields = { title: 'Too long.' };
    const error = { code: 'BAD_REQUEST', message: 'Too long.', fields, requestId: '1' } as const;
    site.answers.push(new ApiError(400, 'Too long.', { error }));
    autosave.change({ title: 'x'.repeat(200) });
    await vi.advanceTimersByTimeAsync(1500);
    expect(autosave.getSnapshot().state).toEqual({ kind: 'invalid', message: 'Too long.', fields });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(site.saves).toHaveLength(1);
    autosave.change({ title: 'Short' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(autosave.getSnapshot().state.kind).toBe('saved');
  });

  it('loses nothing if browser storage fails', async () => {
    const broken = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
    const { autosave, site } = begin({ ...openStorage(), getItem: broken, setItem: broken, removeItem: broken });
    autosave.change({ text: 'still' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(site.saves).toHaveLength(1);
  });
});

describe('local drafts', () => {
  const stored = (version: number) =>
    openStorage({ 'post-7': JSON.stringify({ content: { title: 'One', text: 'lost?' }, version, at: 5 }) });

  it('restores a draft that is based on the current version', async () => {
    const { autosave, site } = begin(stored(1));
    expect(autosave.getSnapshot()).toMatchObject({ content: { text: 'lost?' }, recoveredVersion: 5 });
    await vi.advanceTimersByTimeAsync(1500);
    expect(site.saves).toHaveLength(1);
  });

  it('offers a draft that is based on an older version until the writer decides', async () => {
    const storage = stored(1);
    const { autosave, site } = begin(storage, openSite(), 3);
    expect(autosave.getSnapshot()).toMatchObject({
      content: { text: '' },
      recoveredDraft: { content: { text: 'lost?' } },
    });
    autosave.change({ text: 'other words' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(storage.stored.get('post-7')).toContain('lost?');
    autosave.restoreDraft();
    await vi.advanceTimersByTimeAsync(1500);
    expect(site.saves.at(-1)).toMatchObject({ content: { text: 'lost?' }, version: 4 });
    expect(storage.stored.size).toBe(0);
  });

  it('discards a draft that is rejected or already saved', () => {
    const storage = stored(1);
    begin(storage, openSite(), 3).autosave.discardDraft();
    expect(storage.stored.size).toBe(0);
    const same = openStorage({ 'post-7': JSON.stringify({ content: { title: 'One', text: '' }, version: 1, at: 5 }) });
    expect(begin(same).state()).toBe('saved');
    expect(same.stored.size).toBe(0);
  });

  it('moves a draft to the key that a new text gets', async () => {
    names = ['a new post'];
    const { autosave, site, storage } = begin();
    autosave.change({ text: 'first' });
    await vi.advanceTimersByTimeAsync(500);
    expect([...storage.stored.keys()]).toEqual(['a new post']);
    const { promise, resolve } = Promise.withResolvers<number>();
    site.answers.push(promise);
    await vi.advanceTimersByTimeAsync(1000);
    names.push('post-8');
    resolve(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(storage.stored.size).toBe(0);
    site.answers.push(new ApiError('FETCH_ERROR', 'Offline.'));
    autosave.change({ text: 'second' });
    await vi.advanceTimersByTimeAsync(1500);
    expect([...storage.stored.keys()]).toEqual(['post-8']);
    autosave.stop();
  });

  it('ignores an unreadable draft', () => {
    expect(begin(openStorage({ 'post-7': '{broken' })).state()).toBe('saved');
  });
});
