import { catalog } from '../../language/catalog.ts'

export const texts = catalog('accounts/sign-in', {
  introduction: {
    name: 'What Cairn is',
    claim: 'Goals that say what became of them.',
    points: [
      {
        title: 'A goal says when it is met',
        text: 'Criteria and measures, an owner, and a date. Everybody reads the same.',
      },
      {
        title: 'Every report adds a stone',
        text: 'Status, health, and evidence move together, and nobody can change them unseen.',
      },
      {
        title: 'People, programs, and agents',
        text: 'One record for all of them: here, by API, by command line, and for agents by MCP.',
      },
    ],
    docs: 'API reference and guides',
  },
  title: 'Sign in',
  newHere: 'New here? {link}',
  createAccount: 'Create an account',
  forgotten: 'Forgot your password?',
  verified: 'Your email address is verified. Sign in to continue.',
  reset: 'Your password is changed, and all sessions have ended. Sign in to continue.',
  toDecide: 'A program asks for access to Cairn. Sign in to decide.',
  invited: (inviter: string, organization: string) => `${inviter} invited you to join ${organization}.`,
  register: {
    title: 'Create your account',
    replaces: 'It replaces the account that someone else created with your email address.',
    ownOrganization: 'You also get your own organization.',
    haveAccount: 'Already have an account? {link}',
    signIn: 'Sign in',
    name: 'Your name',
    email: 'Email address',
    action: 'Create account',
    busy: 'Creating account',
  },
  checkEmail: {
    title: 'Check your email',
    sent: 'We sent an email to {email}. Open its link in this browser to verify your address, then sign in. The link is valid for 24 hours.',
    none: 'No email? Check your spam folder, or send it again.',
    sentAgain: 'Email sent again. Only the link in the newest email works.',
    sendAgain: 'Send again',
    otherAddress: 'Use another address',
  },
})
