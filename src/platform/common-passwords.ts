/** Number of common passwords that are rejected, counting only those of sufficient length. */
const MAX_PASSWORDS = 3000;

/** Minimum password length (specification, point 9). */
const MIN_LENGTH = 6;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns the most common passwords of 6 or more characters, in lower case. The list is zxcvbn's, made from leaked
 * passwords by frequency. Loaded on first use.
 */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const passwords = dictionary['passwords-common'].map(password => password.toLowerCase());
    return new Set(passwords.filter(password => password.length >= MIN_LENGTH).slice(0, MAX_PASSWORDS));
  });
  return loading;
}
