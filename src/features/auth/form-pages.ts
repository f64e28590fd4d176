import type { FormPage, PagePart } from '#platform/pages/page-definitions.ts';

export const authFormPages: readonly (FormPage | PagePart)[] = [
  { path: '/login', load: () => import('./password/pages/LoginPage.tsx') },
  { path: '/login/second-step', load: () => import('./two-factor/pages/TwoFactorPage.tsx') },
  { path: '/register', load: () => import('./registration/pages/RegisterPage.tsx') },
  { below: ['/login', '/register'], load: () => import('./social-login/pages/SocialLoginPanel.tsx') },
  { path: '/forget-password', load: () => import('./password-reset/pages/ForgotPasswordPage.tsx') },
  { path: '/otp', load: () => import('./password-reset/pages/OtpPage.tsx') },
  { path: '/reset-password', load: () => import('./password-reset/pages/ResetPasswordPage.tsx') },
  { path: '/confirm-address/:token', load: () => import('./registration/pages/VerifyEmailPage.tsx') },
  { path: '/sign-in-link/:token', load: () => import('./sign-in-links/pages/SignInLinkPage.tsx') },
  { path: '/set-up/:token', load: () => import('./registration/pages/OwnerSetupPage.tsx') },
];
