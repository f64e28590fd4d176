/** The page that the document at a path was paid from, where this tab remembers one: a consultation’s. */
export function originOf(document: string): string | null {
  const [, number = ''] = /^\/document\/([^/]+)\//.exec(document) ?? [];
  try {
    const kept = sessionStorage.getItem(`paid-for ${number}`) ?? '';
    return /^\/(?:booking\/\d+\.[\w-]+|dashboard\/bookings\/\d+)$/.test(kept) ? kept : null;
  } catch {
    return null;
  }
}
