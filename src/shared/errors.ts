/** All error codes with their HTTP status. */
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

/** The body of every error response. `fields` has a message for each invalid field that says how to fix it. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly requestId: string;
  };
}

/** Thrown by actions. `platform/api/errors.ts` converts it to an {@link ErrorBody}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which a retry makes sense, if known. */
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

/** Returns the error for a save that would overwrite a newer version. */
export function editConflict(): AppError {
  return new AppError(
    'CONFLICT',
    'This was changed in another tab or by someone else. Your changes are not saved. Reload the page to see the latest version.',
  );
}

/** Failures of a call without an HTTP status (specification, point 7). */
export type ApiErrorKind = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR';

/** A failed call, as pages see it: a kind or an HTTP status, with the response's body if there was one. */
export class ApiError extends Error {
  readonly status: ApiErrorKind | number;
  readonly data: ErrorBody | undefined;

  constructor(status: ApiErrorKind | number, message: string, data?: ErrorBody) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.data = data;
  }

  /**
   * Returns whether an error is an ApiError. By name, since the pages' bundle and the server's each have this class.
   */
  static is(error: unknown): error is ApiError {
    return error instanceof Error && error.name === 'ApiError';
  }
}
