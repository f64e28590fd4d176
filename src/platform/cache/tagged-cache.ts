interface Entry<Value> {
  readonly value: Value;
  readonly tags: readonly string[];
  readonly size: number;
  /** Whether it was asked for since it was last weighed for leaving. */
  read: boolean;
}

/**
 * A bounded memory whose entries are dropped by tag when what they were made from changes.
 * Once `capacity` (in whatever unit `sizeOf` counts) is reached, the oldest entries go first; one that was asked for
 * meanwhile stays for another round (the clock algorithm), so that a hit costs no more than looking it up.
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
   * Answers the kept value, or makes it, once for all who ask meanwhile. A value whose making began before a drop is
   * answered to those who asked before it but not kept: it may have read what the drop was about.
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
