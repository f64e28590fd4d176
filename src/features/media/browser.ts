// What other parts of the product may import in the browser.
export { type PickedPicture, PicturePicker, useUploadPicture } from './components/PicturePicker.tsx';
export { UploadList, useUploads } from './hooks/use-uploads.tsx';
export { formatBytes, objectionToPicture } from './rules.ts';
