import type { PictureTasks } from './picture-tasks.ts';

/** A message to the process: a task and its input. */
export type PictureRequest = {
  readonly id: number;
  readonly task: keyof PictureTasks;
  readonly parameters: readonly unknown[];
};

export type PictureResponse = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

// The entry point of the picture process. It exits when the site closes the channel or has crashed.
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches this process too, while the site still answers requests in flight.
process.on('SIGINT', () => {});
process.on('message', (request: PictureRequest) => void respond(request));

async function respond({ id, task, parameters }: PictureRequest): Promise<void> {
  const reply = await run(task, parameters).then(
    result => ({ id, result }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(reply satisfies PictureResponse);
}

async function run(task: keyof PictureTasks, parameters: readonly unknown[]): Promise<unknown> {
  // Imported here, so the task fails with the reason if sharp can't be loaded.
  const { pictureTasks } = await import('./picture-tasks.ts');
  const work = pictureTasks[task] as (...args: readonly unknown[]) => Promise<unknown>;
  return work(...parameters);
}
