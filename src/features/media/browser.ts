// The public API of this feature in the browser.
export { type PickedPicture, PicturePicker } from './components/PicturePicker.tsx';
export { FormUploads, uploadOnNextPage, useDocumentUploads } from './hooks/use-document-uploads.tsx';
export { useUploadPicture } from './hooks/use-file-upload.ts';
export { UploadList, useUploads } from './hooks/use-uploads.tsx';
export { formatBytes, validatePicture } from './rules.ts';
