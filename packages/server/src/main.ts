import { runCommand } from '@cairn/local/commands/command'
import { commands } from '@cairn/local/commands/commands'
import manifest from '../package.json' with { type: 'json' }

const width = Math.max(...Object.keys(commands).map((name) => name.length))

const usage = `Usage: cairn-server [start | <command>]

Starts Cairn and its web app on http://localhost:3000. Data is kept in .data/ of the current folder. SIGTERM or Ctrl-C stops it.

Commands, each with --help. The service may run meanwhile:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

Environment variables, of the service and of commands:
  PORT, HOST      where the service listens: 3000, this machine only
  DATA_DIR        the folder of the database and its secrets: .data
  WEB_ORIGIN      the address at which browsers reach the service, such as https://cairn.example.com
  EMAIL_DELIVERY  log, smtp, ses or off
README.md of this package lists all of them.`

const [name = 'start', ...parameters] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined

if (command) {
  await runCommand(command, parameters, (line, rest) =>
    ['cairn-server', line, rest].filter(Boolean).join(' '),
  )
} else if (name === '--version') {
  console.log(manifest.version)
} else if (name === '--help' || (name === 'start' && parameters.includes('--help'))) {
  console.log(usage)
} else if (name !== 'start' || parameters.length > 0) {
  console.error(
    `cairn-server does not know ${JSON.stringify(parameters[0] !== undefined && name === 'start' ? parameters[0] : name)}. \`cairn-server --help\` lists the commands.`,
  )
  process.exitCode = 1
} else {
  await import('@cairn/local/commands/run-service')
}
