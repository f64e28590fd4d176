interface Entry<Value> {
  readonly value: Value;
  readonly tags: readonly string[];
  readonly size: number;
  /** Whether it was read since eviction last considered it. */
  read: boolean;
}

/**
 * A bounded cache whose entries are invalidated by tag. Above `capacity` (in units of `sizeOf`), the oldest entries are
 * evicted first; one that was read since stays for another round (the clock algorithm), so a hit costs no more than a
 * lookup.
 */
export class TaggedCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly capacity: number;
  private readonly sizeOf: (value: Value) => number;
  private readonly making = new Map<string, Promise<Value>>();
  private used = 0;
  private generation = 0;

  constructor(capacity: number, sizeOf: (value: Value) => number = () => 1) {
    this.capacity = capacity;
    this.sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    entry.read = true;
    return entry.value;
  }

  /**
   * Returns the cached value, or makes it, once for all concurrent callers. If a tag is invalidated while a value is
   * made, earlier callers get the value, but it isn't cached: it may be based on old content.
   */
  async getOrMake(
    key: string,
    make: () => Promise<{ value: Value; tags: readonly string[]; isCacheable?: boolean }>,
  ): Promise<Value> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const pending = this.making.get(key);
    if (pending) return pending;
    const generation = this.generation;
    const promise = make().then(result => {
      if (generation === this.generation && result.isCacheable !== false) this.set(key, result.value, result.tags);
      return result.value;
    });
    this.making.set(key, promise);
    try {
      return await promise;
    } finally {
      if (this.making.get(key) === promise) this.making.delete(key);
    }
  }

  invalidateTag(tag: string): void {
    this.generation += 1;
    this.making.clear();
    for (const [key, entry] of this.entries) if (entry.tags.includes(tag)) this.remove(key, entry);
  }

  clear(): void {
    this.generation += 1;
    this.making.clear();
    this.entries.clear();
    this.used = 0;
  }

  private set(key: string, value: Value, tags: readonly string[]): void {
    const size = this.sizeOf(value);
    if (size > this.capacity) return;
    this.add(key, { value, tags, size, read: false });
    for (const [oldest, entry] of this.entries) {
      if (this.used <= this.capacity) break;
      if (oldest === key) continue;
      this.remove(oldest, entry);
      if (entry.read) this.add(oldest, { ...entry, read: false });
    }
  }

  private add(key: string, entry: Entry<Value>): void {
    this.entries.set(key, entry);
    this.used += entry.size;
  }

  private remove(key: string, entry: Entry<Value>): void {
    this.entries.delete(key);
    this.used -= entry.size;
  }
}
