// The public API of this feature in the browser.
export { ClientLink } from './components/ClientLink.tsx';
export { ClientPicker } from './components/ClientPicker.tsx';
export { CompanyFields } from './components/CompanyFields.tsx';
export { getClientName } from './rules/labels.ts';
export { formatReminderSchedule } from './rules/reminder-schedule.ts';
export { companyFieldNames, emptyCompanyFields, readCompany } from './contract/form-fields.ts';
