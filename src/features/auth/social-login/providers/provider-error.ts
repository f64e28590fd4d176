/** Why a provider sign-in failed: refused by the user, provider unreachable, or invalid response. */
export type ProviderErrorCode = 'access-denied' | 'network-request-failed' | 'invalid-credential';

/** A failed provider sign-in. The message is for the log and contains no token. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;

  constructor(code: ProviderErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
