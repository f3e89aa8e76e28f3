import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/programs', {
  disconnected: 'Program disconnected.',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  disconnect: 'Disconnect',
  question: 'Disconnect this program?',
  consequence: '{name} loses access right away. It can ask you again.',
  leftOrganization: 'An organization that you have left',
  inOrganization: (name: string) => `In ${name}`,
  used: 'Last used {used} · connected {since} · ends {end} if not used',
  neverUsed: 'Never used · connected {since} · ends {end} if not used',
  title: 'Connected programs',
  intro:
    'Programs and agents that use Cairn for you, in all your organizations. For programs that cannot ask you, create an {token}.',
  apiToken: 'API token',
  loading: 'Loading programs',
  none: {
    title: 'No connected programs',
    text: 'Give your agent the address below. It opens a page here that asks you what it may do.',
  },
  address: 'Address for agents (Model Context Protocol)',
})
