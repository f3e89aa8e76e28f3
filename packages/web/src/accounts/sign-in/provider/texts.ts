import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('accounts/sign-in/provider', {
  title: 'Sign in',
  intro: 'Use your organization’s own account.',
  action: 'Continue to sign in',
  /** Why a sign-in at the provider failed, and what the person can do. The service adds the code to the address. */
  problems: {
    expired: 'That sign-in is no longer valid. Sign in again.',
    refused: 'You were not signed in. Try again, or ask your administrator for access.',
    email_not_verified:
      'Your organization’s account does not have a verified email address. Verify it there, then sign in again.',
    no_email:
      'Your organization’s account has no name or email address that Cairn can use. Ask your administrator to add them.',
    unavailable: 'Your organization’s sign-in is not responding. Try again in a few minutes.',
    service_unavailable: 'Cairn could not finish your sign-in. Try again in a few minutes.',
    too_many: 'Too many sign-ins have failed. Wait 15 minutes, then try again.',
    failed:
      'Something went wrong while you were signing in. Try again. If it fails again, tell your administrator.',
  },
})
