import { runPictureTask } from '#features/media/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { DesignPreviewQuery, DocumentDesignInput, DocumentDesignSettings } from '../contract/design-settings.ts';
import { DOCUMENT_INK } from '../contract/document-design.ts';
import type { DocumentDesign, DocumentLogo } from '../contract/documents.ts';
import { renderPreviewInWorker } from '../pdf/pdf-worker-client.ts';
import { getDesignRow, updateDesignRow } from '../queries/document-design.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';
import { buildSampleDocument } from '../rules/sample-document.ts';
import { getIssuer } from './issuer.ts';

type FileServices = Pick<ApiServices, 'files'>;

/** Returns the design of new documents; empty for the default, which earlier versions can also read. */
export async function findDocumentDesign(db: Db): Promise<{ design?: DocumentDesign }> {
  const { layout, accent, logo } = await getDesignRow(db);
  if (layout === 'classic' && accent === DOCUMENT_INK && !logo) return {};
  return { design: { layout, accent, ...(logo ? { logo } : {}) } };
}

/** Returns the design for its form. */
export async function getDesignSettings(db: Db): Promise<DocumentDesignSettings> {
  const { layout, accent, logo } = await getDesignRow(db);
  return { layout, accent, pictureId: logo ? pictureIdOf(logo) : null };
}

const fileOf = (pictureId: string) => `documents/logos/${pictureId}.png`;
const pictureIdOf = ({ file }: DocumentLogo) => file.slice('documents/logos/'.length, -'.png'.length);

/**
 * Copies a picture of the media library to a separate logo file, which stays if the picture is deleted. Throws
 * BAD_REQUEST if the picture doesn't exist.
 */
async function createLogo({ files }: FileServices, pictureId: string): Promise<DocumentLogo> {
  const file = fileOf(pictureId);
  let png: Uint8Array | undefined = await files.read(file);
  if (!png) {
    const original = await files.read(`pictures/${pictureId}.webp`);
    const message = 'This image no longer exists. Choose another one.';
    if (!original) throw new AppError('BAD_REQUEST', message, { pictureId: message });
    png = await runPictureTask('logo', original);
    await files.write(file, png);
  }
  const { width, height } = await runPictureTask('measure', png);
  return { file, width, height };
}

/** Returns the columns of a design, with the file of its logo. Throws BAD_REQUEST if the picture doesn't exist. */
export async function createDesign(services: FileServices, { layout, accent, pictureId }: DocumentDesignInput) {
  return { layout, accent, logo: pictureId === null ? null : await createLogo(services, pictureId) };
}

/** Saves the design of documents that are issued from now on. */
export async function updateDesign(
  services: FileServices & Pick<ApiServices, 'db'>,
  input: DocumentDesignInput,
): Promise<DocumentDesignSettings> {
  const design = await createDesign(services, input);
  await services.db.transaction(tx => updateDesignRow(tx, design));
  return input;
}

/** Returns the saved logo with the ID of its picture, which may have been deleted; undefined without a logo. */
export async function findSavedLogo({ files }: FileServices, db: Db) {
  const { logo } = await getDesignRow(db);
  const png = logo && (await files.read(logo.file));
  return logo && png ? { pictureId: pictureIdOf(logo), png } : undefined;
}

/** Returns the file of a document's logo; undefined without one. Throws if it is missing. */
export async function readLogo(
  { files }: FileServices,
  { design }: { readonly design?: DocumentDesign | undefined },
): Promise<Buffer | undefined> {
  if (!design?.logo) return undefined;
  const file = await files.read(design.logo.file);
  if (!file) throw new Error(`The logo ${design.logo.file} is missing.`);
  return file;
}

/** Draws the first page of a sample invoice in a design that needn't be saved, as an SVG. */
export async function renderDesignPreview(
  services: FileServices & Pick<ApiServices, 'db' | 'dist'>,
  { layout, accent, pictureId, language }: DesignPreviewQuery,
): Promise<string> {
  const { db, dist } = services;
  const design = { layout, accent, ...(pictureId === null ? {} : { logo: await createLogo(services, pictureId) }) };
  const { paperSize, iban, bic } = await getBillingSettingsRow(db);
  const document = buildSampleDocument({ ...(await getIssuer(db)), design, language, iban, bic });
  const logo = await readLogo(services, document);
  return renderPreviewInWorker({ ...document, ...(logo ? { logo } : {}) }, { paper: paperSize, dist });
}
