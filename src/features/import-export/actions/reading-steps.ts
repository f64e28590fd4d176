import type { Skipped } from '../rules/imported-content.ts';

/** The post or file that is read next. */
export interface StepStarted {
  readonly position: number;
  readonly name: string;
}

/** Callbacks and state for watching the reading of an archive. */
export interface Watch {
  /** Positions of steps that took too much time or memory before. */
  readonly failed: ReadonlySet<number>;
  /** Called before each step. */
  readonly onStep: (step: StepStarted) => void;
}

/** Thrown for a file or post that is not imported. The message is the reason, as a sentence. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/** Reads an archive in steps, so that an unreadable post or file is noted and the rest is still read. */
export class ReadingSteps {
  readonly skipped: Skipped[] = [];
  readonly #watch: Watch;
  #next = 0;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Runs a step. Returns undefined if it was left out. Archives must be read in the same order each time. */
  async run<Result>(name: string, step: () => Result | Promise<Result>): Promise<Result | undefined> {
    const position = this.#next++;
    if (this.#watch.failed.has(position)) {
      this.skip(name, 'It takes too much time or memory to read.');
      return undefined;
    }
    this.#watch.onStep({ position, name });
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      this.skip(name, error.message);
      return undefined;
    }
  }

  /** Notes an item that is not imported. */
  skip(name: string, reason: string): void {
    this.skipped.push({ name, reason });
  }
}
