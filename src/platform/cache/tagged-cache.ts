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
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const underWay = this.making.get(key);
    if (underWay) return underWay;
    const begun = this.generation;
    const making = make().then(made => {
      if (begun === this.generation && made.isCacheable !== false) this.set(key, made.value, made.tags);
      return made.value;
    });
    this.making.set(key, making);
    try {
      return await making;
    } finally {
      if (this.making.get(key) === making) this.making.delete(key);
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
    const before = this.entries.get(key);
    if (before) this.remove(key, before);
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
