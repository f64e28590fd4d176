// What other parts of the product may import in the browser.
export { ActionItem } from './components/ActionItem.tsx';
export { DamagedFilesTask } from './components/DamagedFilesTask.tsx';
export { DashboardSection } from './components/DashboardSection.tsx';
export { MailTasks } from './components/MailTasks.tsx';
export { MoneyTasks } from './components/MoneyTasks.tsx';
export { DraftList, LIST_LIMIT, ScheduledList } from './components/OwnEntries.tsx';
export { RecentActivity } from './components/RecentActivity.tsx';
export { SetupChecklist } from './components/SetupChecklist.tsx';
export { AddressWarning, ClockWarning } from './components/SiteWarnings.tsx';
