import { catalog } from '../../language/catalog.ts'

export const texts = catalog('accounts/invitations', {
  loading: 'Your invitation',
  title: 'You are invited',
  invited: {
    admin:
      '{inviter} invited you to join {organization} on Cairn as an admin. The invitation is for {email}.',
    member:
      '{inviter} invited you to join {organization} on Cairn as a member. The invitation is for {email}.',
  },
  createAccount: 'Create an account',
  signIn: 'Sign in',
  signedInAs: 'You are signed in as {name}.',
  accept: 'Accept invitation',
  joining: 'Joining',
  notNow: 'Not now',
  toHome: 'Go to Home',
  welcome: (organization: string) => `Welcome to ${organization}.`,
  already: { title: 'You are already a member', text: 'You already belong to this organization.' },
  mismatch: {
    title: 'This invitation is for another email address',
    text: (invited: string) =>
      `The invitation was sent to ${invited}. It is still valid: sign in with that address, or ask for an invitation to yours.`,
    signedIn: (own: string, invited: string) =>
      `You are signed in with ${own}, but the invitation was sent to ${invited}. It is still valid: sign in with that address, or ask for an invitation to yours.`,
    action: 'Use another account',
  },
  dead: {
    title: 'This invitation no longer works',
    text: 'It has expired, was revoked or replaced, has already been used, or its sender is no longer an admin. Ask an admin of the organization for a new one.',
  },
  broken: {
    title: 'This link does not work',
    text: 'The link seems to be incomplete. Open it again from the email, or ask for a new one.',
  },
})
