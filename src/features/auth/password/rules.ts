/** The user the password belongs to. */
export interface PasswordUser {
  readonly name: string;
  readonly email: string;
}

/** Shorter parts of a name are too unspecific ("Jo", "van"). */
const MIN_NAME_PART_LENGTH = 4;

/**
 * Returns why a password is rejected for this user, or undefined. Rejects common passwords and the user's own name or
 * email in any case, with any digits and symbols around them (NIST SP 800-63B, 3.1.1.2). `commonPasswords` is in
 * lower case; `minimumLength` is the owner's setting (specification, point 9: 6).
 */
export function findPasswordProblem(
  password: string,
  owner: PasswordUser,
  minimumLength: number,
  commonPasswords: ReadonlySet<string>,
): string | undefined {
  if (password.length < minimumLength) return `Password must be at least ${minimumLength} characters long`;
  if (commonPasswords.has(password.toLowerCase())) {
    return 'This password is too common. Choose another one.';
  }
  if (listPersonalWords(owner).has(stripNonLetters(password))) {
    return 'Choose a password that isn’t your name or email address';
  }
  return undefined;
}

function listPersonalWords({ name, email }: PasswordUser): Set<string> {
  const parts = [...name.split(/\s+/), ...(email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u)].map(stripNonLetters);
  const longParts = parts.filter(part => part.length >= MIN_NAME_PART_LENGTH);
  const fullTexts = [name, email, email.split('@')[0] ?? ''].map(stripNonLetters);
  return new Set([...longParts, ...fullTexts].filter(word => word !== ''));
}

/** Returns only the letters of a text, in lower case. */
function stripNonLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\P{L}+/gu, '');
}
