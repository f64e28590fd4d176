// The public API of this feature in the browser.
export { ContentEditor } from './components/ContentEditor.tsx';
export { EditorNotices } from './components/EditorNotices.tsx';
export { EntryEditor } from './components/EntryEditor.tsx';
export { SettingsGroup } from './components/EntrySettings.tsx';
export type { PublishFieldsContext } from './components/PublishDialog.tsx';
export { usePicturePicking } from './components/PicturePicking.tsx';
export { PreviewBanner } from './components/PreviewBanner.tsx';
export { SaveStatus } from './components/SaveStatus.tsx';
export { StatusBadge } from './components/StatusBadge.tsx';
export { useContentEditor } from './hooks/use-content-editor.ts';
export { type EntryKind } from './hooks/use-entry-editor.tsx';
export { createDraftListPage } from './pages/draft-list-page.tsx';
export { createRevisionsPage } from './pages/RevisionsPage.tsx';
