import { getSiteSections, findSectionState } from '#features/site/index.ts';
import type { HealthCheck } from '#platform/health/check.ts';
import { formatTimeZone } from '#shared/time.ts';

export const settingsChecks: readonly HealthCheck[] = [
  {
    name: 'settings',
    label: 'Site settings',
    group: 'Website',
    async run({ db }) {
      const [{ profile }, state] = await Promise.all([
        getSiteSections(db, ['profile']),
        findSectionState(db, 'profile'),
      ]);
      if (state?.sample) {
        const help = 'Replace it under Site, or remove the sample content in Site settings.';
        return { status: 'warning', message: 'Your profile is still the sample content.', help };
      }
      const missing = [
        profile.name.trim() === '' ? 'your name' : '',
        profile.address.trim() === '' ? 'your address, which newsletters must show' : '',
      ].filter(Boolean);
      if (missing.length > 0) {
        return {
          status: 'warning',
          message: `Missing: ${missing.join(' and ')}.`,
          help: 'Add it to your profile under Site. The address in your billing settings only appears on invoices.',
        };
      }
      return {
        status: 'ok',
        message: `Name and address are set. The time zone is ${formatTimeZone(profile.timeZone)}.`,
      };
    },
  },
];
