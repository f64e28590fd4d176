// The public API of this feature on the server.
export { buildSection } from './actions.ts';
export { siteHandlers } from './handlers.ts';
export {
  findSectionState,
  getTimeZone,
  getOwnerDate,
  getSiteSections,
  hasSections,
  listSectionStates,
  listSections,
  ownerRoleSubquery,
  timeZoneSubquery,
  updateSiteIdentity,
  updateTimeZone,
  upsertSection,
} from './queries.ts';
export { parseSectionFormData } from './rules/entries.ts';
export { getSectionDefinition } from './rules/section-definitions.ts';
export { readSamplePeople } from './samples.ts';
export { siteSections } from './tables.ts';
