/** Number of common passwords that are rejected, counting only those of sufficient length. */
const REFUSED = 3000;

/** Minimum password length (specification, point 9). */
const SHORTEST = 6;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns the most common passwords of 6 or more characters, in lower case. The list is zxcvbn's, made from leaked
 * passwords by frequency. Loaded on first use.
 */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const known = dictionary['passwords-common'].map(password => password.toLowerCase());
    return new Set(known.filter(password => password.length >= SHORTEST).slice(0, REFUSED));
  });
  return loading;
}
