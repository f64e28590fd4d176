/** Why a provider let nobody in: the person said no, the provider did not answer, or what came cannot be believed. */
export type ProviderErrorCode = 'access-denied' | 'network-request-failed' | 'invalid-credential';

/** What came back from a provider lets nobody in. The message is for the log; it names no token. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;

  constructor(code: ProviderErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
