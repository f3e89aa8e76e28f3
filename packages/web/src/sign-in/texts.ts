import { catalog } from '../language/catalog.ts'

export const texts = catalog('sign-in', {
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
  mailbox: {
    explanation: 'This Cairn has no mail service, so its emails stay on this machine.',
    newest: 'Open the email',
    all: 'Open the mailbox of this machine',
  },
})
