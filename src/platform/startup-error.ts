/**
 * Thrown if the site cannot start. The message is one sentence for the person who started it, shown without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Returns the code of a system or library error, such as `ENOENT`. */
export function findErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
