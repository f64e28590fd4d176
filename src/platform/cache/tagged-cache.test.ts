import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { TaggedCache } from './tagged-cache.ts';

/** Creates a `make` function that ends when the test lets it. */
function slowMake(value: string, tags: readonly string[] = []) {
  let end = () => {};
  let fail = (_error: Error) => {};
  const made = new Promise<{ value: string; tags: readonly string[] }>((resolve, reject) => {
    end = () => resolve({ value, tags });
    fail = reject;
  });
  return { make: vi.fn(() => made), end: () => end(), fail: (error: Error) => fail(error) };
}

const keep = (cache: TaggedCache<string>, key: string, tags: readonly string[] = [], value = key) =>
  cache.getOrMake(key, async () => ({ value, tags }));

describe('a cached value', () => {
  it('is made once and returned from then on', async () => {
    const cache = new TaggedCache<string>(10);
    const make = vi.fn(async () => ({ value: 'page', tags: [] }));
    expect(cache.get('a')).toBeUndefined();
    expect(await cache.getOrMake('a', make)).toBe('page');
    expect(await cache.getOrMake('a', make)).toBe('page');
    expect(cache.get('a')).toBe('page');
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is not cached if isCacheable is false', async () => {
    const cache = new TaggedCache<string>(10);
    const make = vi.fn(async () => ({ value: 'page', tags: [], isCacheable: false }));
    expect(await cache.getOrMake('a', make)).toBe('page');
    expect(cache.get('a')).toBeUndefined();
    await cache.getOrMake('a', make);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('is not cached if it is larger than the capacity', async () => {
    const cache = new TaggedCache<string>(5, value => value.length);
    await keep(cache, 'small', [], 'abc');
    await keep(cache, 'large', [], 'abcdef');
    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('small')).toBe('abc');
  });
});

describe('concurrent calls for one key', () => {
  it('get the same value', async () => {
    const cache = new TaggedCache<string>(10);
    const { make, end } = slowMake('page');
    const requests = Array.from({ length: 50 }, () => cache.getOrMake('a', make));
    end();
    expect(new Set(await Promise.all(requests))).toEqual(new Set(['page']));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('all fail if it fails, cache nothing, and let the next call retry', async () => {
    const cache = new TaggedCache<string>(10);
    const { make, fail } = slowMake('page');
    const requests = [cache.getOrMake('a', make), cache.getOrMake('a', make)];
    fail(new Error('no'));
    for (const one of requests) await expect(one).rejects.toThrow('no');
    expect(make).toHaveBeenCalledTimes(1);
    expect(await keep(cache, 'a')).toBe('a');
  });

  it('do not block other keys', async () => {
    const cache = new TaggedCache<string>(10);
    const { make, end } = slowMake('page');
    const slow = cache.getOrMake('a', make);
    expect(await keep(cache, 'b')).toBe('b');
    end();
    await slow;
  });
});

describe('invalidating a tag', () => {
  it('removes the entries with the tag and no others', async () => {
    const cache = new TaggedCache<string>(10);
    await keep(cache, 'home', ['blog', 'site']);
    await keep(cache, 'about', ['site']);
    await keep(cache, 'plain');
    cache.invalidateTag('blog');
    expect([cache.get('home'), cache.get('about'), cache.get('plain')]).toEqual([undefined, 'about', 'plain']);
    cache.invalidateTag('no-such-tag');
    expect(cache.get('about')).toBe('about');
    cache.clear();
    expect([cache.get('about'), cache.get('plain')]).toEqual([undefined, undefined]);
  });

  it.each(['drop', 'clear'] as const)(
    'a value whose making started before a %s is returned but not cached',
    async how => {
      const cache = new TaggedCache<string>(10);
      const { make, end } = slowMake('old title', ['blog']);
      const reader = cache.getOrMake('post', make);
      if (how === 'drop') cache.invalidateTag('blog');
      else cache.clear();
      end();
      expect(await reader).toBe('old title');
      expect(cache.get('post')).toBeUndefined();
    },
  );

  it('calls after the invalidation do not get a value started before it', async () => {
    const cache = new TaggedCache<string>(10);
    const old = slowMake('old title', ['blog']);
    const early = cache.getOrMake('post', old.make);
    cache.invalidateTag('blog');
    const fresh = slowMake('new title', ['blog']);
    const late = cache.getOrMake('post', fresh.make);
    fresh.end();
    expect(await late).toBe('new title');
    old.end();
    expect(await early).toBe('old title');
    expect(cache.get('post')).toBe('new title');
  });

  it('an old value that arrives late does not disturb one started after the invalidation', async () => {
    const cache = new TaggedCache<string>(10);
    const old = slowMake('old', ['blog']);
    const early = cache.getOrMake('post', old.make);
    cache.invalidateTag('blog');
    const fresh = slowMake('new', ['blog']);
    const late = cache.getOrMake('post', fresh.make);
    old.end();
    await early;
    const third = cache.getOrMake('post', fresh.make);
    fresh.end();
    expect(await Promise.all([late, third])).toEqual(['new', 'new']);
    expect(fresh.make).toHaveBeenCalledTimes(1);
  });
});

describe('the capacity', () => {
  it('evicts entries that were not read recently first', async () => {
    const cache = new TaggedCache<string>(3);
    for (const key of ['a', 'b', 'c']) await keep(cache, key);
    cache.get('a');
    await keep(cache, 'b');
    await keep(cache, 'd');
    expect(['a', 'b', 'c', 'd'].map(key => cache.get(key))).toEqual(['a', 'b', undefined, 'd']);
  });

  it('is counted in the given unit', async () => {
    const cache = new TaggedCache<string>(10, value => value.length);
    await keep(cache, 'a', [], 'aaaa');
    await keep(cache, 'b', [], 'bbbb');
    await keep(cache, 'c', [], 'cc');
    expect(cache.get('a')).toBe('aaaa');
    await keep(cache, 'd', [], 'ddddd');
    expect(['a', 'b', 'c', 'd'].map(key => cache.get(key))).toEqual(['aaaa', undefined, undefined, 'ddddd']);
  });

  it('is freed by an invalidation', async () => {
    const cache = new TaggedCache<string>(10, value => value.length);
    for (let round = 0; round < 5; round += 1) {
      await keep(cache, 'a', ['tag'], 'aaaaaaaa');
      cache.invalidateTag('tag');
    }
    await keep(cache, 'b', [], 'bbbbbbbbbb');
    expect(cache.get('b')).toBe('bbbbbbbbbb');
  });

  it('holds for any sequence of calls, and an invalidation leaves no entry of its tag', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('keep' as const),
        key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        size: fc.integer({ min: 0, max: 12 }),
        tag: fc.constantFrom('x', 'y'),
      }),
      fc.record({ do: fc.constant('drop' as const), tag: fc.constantFrom('x', 'y') }),
      fc.record({ do: fc.constant('clear' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const cache = new TaggedCache<{ tag: string; size: number }>(10, value => value.size);
        const listCached = () => ['a', 'b', 'c', 'd', 'e', 'f'].flatMap(key => cache.get(key) ?? []);
        for (const now of steps) {
          if (now.do === 'keep') {
            await cache.getOrMake(now.key, async () => ({ value: { tag: now.tag, size: now.size }, tags: [now.tag] }));
          } else if (now.do === 'drop') {
            cache.invalidateTag(now.tag);
            expect(listCached().filter(value => value.tag === now.tag)).toEqual([]);
          } else {
            cache.clear();
            expect(listCached()).toEqual([]);
          }
          expect(listCached().reduce((sum, value) => sum + value.size, 0)).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
