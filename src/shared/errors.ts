/** What can go wrong, as a closed list: the code in the one error shape and its HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every failed API answer. `fields` names what to mend, each with a sentence a person can act on. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly requestId: string;
  };
}

/** Thrown by actions; one place (`platform/api/errors.ts`) turns it into an {@link ErrorBody}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which trying again makes sense, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, fields: Readonly<Record<string, string>> = {}, retryAfter?: number) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Returns the error for a save that would overwrite a version that was saved after this one was loaded. */
export function editConflict(): AppError {
  return new AppError(
    'CONFLICT',
    'This was changed in another window after you opened it. Your changes are not saved. Reload the page to see the latest version.',
  );
}

/** The kinds of failure a call may end in besides an HTTP status (specification, point 7). */
export type ApiErrorKind = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR';

/** A call that failed, as pages see it: a kind or an HTTP status, and the answer's body where there was one. */
export class ApiError extends Error {
  readonly status: ApiErrorKind | number;
  readonly data: ErrorBody | undefined;

  constructor(status: ApiErrorKind | number, message: string, data?: ErrorBody) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.data = data;
  }

  /** Whether an error is a Failure. By name: the pages' bundle has a class of its own beside the server's. */
  static is(error: unknown): error is ApiError {
    return error instanceof Error && error.name === 'Failure';
  }
}
