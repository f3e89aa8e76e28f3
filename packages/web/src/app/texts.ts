import { catalog } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'

export const texts = catalog('app', {
  accountOf: 'Account: ',
  account: 'Account',
  appearance: 'Appearance',
  agents: 'Connect an agent',
  apiReference: 'API reference',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  notFound: {
    title: 'Page not found',
    text: 'Check the address for typos. The page may have been removed.',
    action: 'Go to Home',
  },
  offline: 'You are offline. This page may be out of date. What you type stays here.',
  /** Of a page that was opened without a connection. `ago`: 5 minutes ago. */
  lastSeen: (ago: string) => `Offline. Last seen ${ago}. Changes need a connection.`,
  failed: {
    title: 'Something went wrong',
    heading: 'This page could not be shown',
  },
  pending: {
    title: 'You are offline',
    heading: 'This page has not loaded yet',
    text: 'You are offline, and you have not opened this page before. It opens as soon as you are back online.',
    retry: 'Try again',
  },
  skip: 'Skip to content',
  home: 'Cairn, home',
  main: 'Main',
  search: 'Search',
  newGoal: 'New goal',
  inbox: (unread: number) => (unread === 0 ? 'Inbox' : `Inbox, ${formatNumber(unread)} unread`),
  /** The name of the region in which short messages appear. */
  messages: 'Notifications',
  destinations: {
    home: 'Home',
    goals: 'Goals',
    overview: 'Overview',
    agents: 'Agents',
    feed: 'Feed',
    labels: 'Labels',
    settings: 'Settings',
  },
})
