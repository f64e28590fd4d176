/** Labels of the users' roles. */
export const roleLabels = { owner: 'Owner', author: 'Author', member: 'Member' } as const;
