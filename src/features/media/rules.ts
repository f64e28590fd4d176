import {
  ACCEPTED_FILE_TYPES,
  type FileType,
  MAX_DOCUMENT_SIZE,
  MAX_IMAGE_BYTES,
  pictureTypes,
  type PictureType,
} from '#shared/uploads.ts';

const MIB = 1024 * 1024;

/** Pictures with more pixels are rejected before decoding. */
export const MAX_PIXELS = 40_000_000;

/** In pixels; larger pictures are scaled down. */
export const MAX_IMAGE_SIDE = 3200;

/** In characters. */
export const MAX_ALT_LENGTH = 300;

const begins = (bytes: Uint8Array, signature: string, at = 0) =>
  String.fromCharCode(...bytes.subarray(at, at + signature.length)) === signature;

/** Bytes at the start of a file that identify the kind of picture. */
export const PICTURE_SIGNATURE = 16;

/** Detects a picture's format from its first bytes; undefined for others, including SVG, which may contain scripts. */
export function pictureKind(bytes: Uint8Array): PictureType | undefined {
  if (begins(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (begins(bytes, 'GIF87a') || begins(bytes, 'GIF89a')) return 'image/gif';
  if (begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8)) return 'image/webp';
  if (begins(bytes, 'ftypavif', 4) || begins(bytes, 'ftypavis', 4)) return 'image/avif';
  return undefined;
}

/** Number of first bytes needed to detect a file's type. */
export const FILE_SIGNATURE_BYTES = 8;

/** Detects a file's type from its first bytes (PDF 32000-1, 7.5.2; ZIP APPNOTE, 4.3.7); undefined for others. */
export function detectFileType(bytes: Uint8Array): FileType | undefined {
  if (begins(bytes, '%PDF-')) return 'application/pdf';
  if (begins(bytes, 'PK\x03\x04')) return 'application/zip';
  return undefined;
}

/** Returns the storage limit per user for pictures and files together, in bytes; null if unlimited. */
export function getStorageLimit(role: 'member' | 'author' | 'owner'): number | null {
  if (role === 'owner') return null;
  return role === 'author' ? 1024 * MIB : 100 * MIB;
}

/** In characters. */
const MAX_NAME_LENGTH = 120;

/**
 * Returns a file name as safe text: without path, control characters and bidirectional marks (Unicode TR 36, 2.3),
 * shortened with its extension kept. Returns `fallback` if nothing is left.
 */
export function sanitizeFileName(name: string, fallback: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(plain)) return fallback;
  const characters = Array.from(plain);
  if (characters.length <= MAX_NAME_LENGTH) return plain;
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  return characters.slice(0, MAX_NAME_LENGTH - ending.length - 1).join('') + '…' + ending;
}

/** Formats a number of bytes, such as 1.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 1000 * 1024 ? [bytes / 1024, 'KB'] : [bytes / MIB, 'MB'];
  if (unit === 'MB' && size >= 1000) return `${round(size / 1024)} GB`;
  return `${unit === 'KB' ? Math.max(1, Math.round(size)) : round(size)} ${unit}`;
}

const round = (size: number) => String(Number(size.toFixed(size < 10 ? 1 : 0)));

export const EMPTY_FILE = 'This file is empty. Choose another one.';

/** Returns the problem with a picture, as far as the browser can detect it before upload. */
export function validatePicture(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (file.size === 0) return EMPTY_FILE;
  if (!pictureTypes.some(type => type === file.type)) {
    return 'This file type isn’t supported. Choose a PNG, JPEG, WebP, AVIF or GIF.';
  }
  if (file.size > MAX_IMAGE_BYTES) return 'This image is larger than 5 MB. Choose a smaller one.';
  return undefined;
}

/**
 * Returns the problem with a file, as far as the browser can detect it before upload. Falls back to the extension if
 * the system doesn't know the type.
 */
export function validateFileUpload(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (file.size === 0) return EMPTY_FILE;
  if (!ACCEPTED_FILE_TYPES.some(type => type === file.type) && !/\.(pdf|zip)$/i.test(file.name)) {
    return 'This file type isn’t supported. Choose a PDF or ZIP.';
  }
  if (file.size > MAX_DOCUMENT_SIZE) return 'This file is larger than 50 MB. Choose a smaller one.';
  return undefined;
}

/** The accepted files and the errors of picture uploads. */
export const pictureUpload = {
  types: pictureTypes,
  maxBytes: MAX_IMAGE_BYTES,
  wrongType: 'Send a PNG, JPEG, WebP, AVIF or GIF as the request body, with its content type.',
  tooLarge: 'This image is larger than 5 MB. Choose a smaller one.',
};
