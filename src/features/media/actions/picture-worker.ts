import { type PictureTasks, pictureTasks } from './picture-tasks.ts';

/** What the process is told: a task by its name. */
export interface PictureRequest {
  readonly id: number;
  readonly task: keyof PictureTasks;
  readonly parameters: readonly unknown[];
}

/** What it answers. */
export type PictureAnswer = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

// The program of the process that makes pictures. It ends when the site closes the channel, or is gone itself.
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches it too, while the site still answers what is in flight.
process.on('SIGINT', () => {});
process.on('message', (request: PictureRequest) => void answer(request));

async function answer({ id, task, parameters }: PictureRequest): Promise<void> {
  const work = pictureTasks[task] as (...given: readonly unknown[]) => Promise<unknown>;
  const reply = await work(...parameters).then(
    result => ({ id, result }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(reply satisfies PictureAnswer);
}
