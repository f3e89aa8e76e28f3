import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/agents', {
  disconnected: 'Program disconnected.',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  disconnect: 'Disconnect',
  question: 'Disconnect this program?',
  consequence: '{name} loses access right away. It can ask you again.',
  leftOrganization: 'An organization that you have left',
  inOrganization: (name: string) => `In ${name}`,
  used: 'Last used {used} · connected {since} · ends {end} if not used',
  neverUsed: 'Never used · connected {since} · ends {end} if not used',
  title: 'Agents and programs',
  intro:
    'Agents start from your goals, report on them with evidence, and the history says which agent it was.',
  connect: 'Connect an agent',
  address: 'Address of Cairn (Model Context Protocol)',
  doors: {
    legend: 'What the agent does',
    names: { keep: 'Keeps goals', work: 'Works on goals' },
    hints: {
      keep: 'It reads your goals, reports on them, and changes them.',
      work: 'It takes the most pressing goal that is ready, tells others that it has it, reports, hands off, and asks you when it does not know.',
    },
  },
  setup: {
    title: 'Or with the command',
    text: 'The command cairn writes the same entry, and lets the product see your goals at the start of a run. With {remove}, it takes both away.',
  },
  products: {
    list: 'Your agent',
    other: 'Another one',
    command: 'In a terminal',
    install: (product: string) => `Add to ${product}`,
    hints: {
      claude:
        'Run this, then type /mcp in Claude Code and sign in. A page opens that asks what the agent may do: add “Write own goals”, so that it can report.',
      codex:
        'Run this. A page opens that asks what the agent may do: add “Write own goals”, so that it can report. If none opens, run: codex mcp login {server}',
      cursor:
        'Press the button, or put this into the file. Cursor then asks you to sign in, and a page opens that asks what the agent may do: add “Write own goals”, so that it can report.',
      gemini:
        'Run this, then type /mcp auth {server} in Gemini CLI. A page opens that asks what the agent may do: add “Write own goals”, so that it can report.',
      vscode:
        'Press the button, or put this into the file, and start the server there. A page opens that asks what the agent may do: add “Write own goals”, so that it can report.',
      other:
        'Give the address to your agent, wherever it asks for an MCP server by HTTP. A page opens that asks what the agent may do: add “Write own goals”, so that it can report.',
    },
  },
  status: {
    waiting: 'Waiting for your agent…',
    byItself: 'This changes by itself when it has connected.',
    connected: 'Connected: {name}.',
    last: 'Last active {time}.',
    offline: 'You are offline. Cairn looks for your agent when the connection is back.',
    unreachable: 'Cairn cannot be reached. It looks for your agent when it can.',
  },
  programs: {
    title: 'Connected programs',
    text: 'What you have allowed, in all your organizations.',
  },
  tokens: {
    title: 'Tokens',
    text: 'For agents that cannot ask you, for example in a build. All others are at {tokens}.',
    all: 'API tokens',
    create: 'New token for an agent',
  },
  loading: 'Loading programs',
})
