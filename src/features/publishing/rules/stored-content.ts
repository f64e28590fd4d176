/** Fields that had another name when a browser stored its draft. */
const renamedFields: Readonly<Record<string, string>> = {
  coverId: 'coverImageId',
  cardTitle: 'socialTitle',
  cardDescription: 'socialDescription',
  cardPictureId: 'socialImageId',
  repository: 'repositoryUrl',
};

/** Reads a draft that the browser stored. Fields that it lacks stay as they are in `content`. */
export function readStoredContent<Content extends object>(stored: object, content: Content): Content {
  const entries = Object.entries(stored).map(([name, value]) => [renamedFields[name] ?? name, value] as const);
  return { ...content, ...Object.fromEntries(entries.filter(([name]) => name in content)) };
}
