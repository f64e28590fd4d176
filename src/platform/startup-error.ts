/** The site cannot start. The message is one clear sentence for the person who started it; no stack is shown. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of an error of the system's or a library's, such as `ENOENT`. */
export function findErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
