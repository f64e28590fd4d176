/** Returns whether a project is the user's own. Projects without an author belong to the owner. */
export function isOwnProject(
  { userId, role }: { readonly userId: string; readonly role: 'member' | 'author' | 'owner' },
  authorId: string | null,
): boolean {
  return authorId === userId || (authorId === null && role === 'owner');
}
